import type * as v from 'valibot';
import { json, type OwnDoc } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { LIST_QUERY, listPageExample, listPageOf } from './list-page.ts';

type Facts = Omit<OwnDoc, 'request' | 'responses'>;

/** Documents a list of the evaluation API, page by page (evaluation 3.1). Its own query parameters come first. */
export const listDoc = <S extends v.GenericSchema>(item: S, example: unknown, { query, ...facts }: Facts) =>
  ({
    ...facts,
    query: { ...query, ...LIST_QUERY },
    responses: { 200: json(listPageOf(item), listPageExample(example)) },
  }) satisfies OwnDoc;

/** Documents the reading of one resource. */
export const readDoc = <S extends v.GenericSchema>(
  schema: S,
  example: unknown,
  { refusals = problemDocs('not_found'), ...facts }: Facts,
) => ({ ...facts, responses: { 200: json(schema, example) }, refusals }) satisfies OwnDoc;

/** Documents a deletion, which answers 204 without a body. */
export const deleteDoc = ({ refusals = problemDocs('not_found'), ...facts }: Facts) =>
  ({ ...facts, responses: { 204: {} }, refusals }) satisfies OwnDoc;
