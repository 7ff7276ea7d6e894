import type * as v from 'valibot';
import type { ErrorRow } from '../error-row.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../page-request.ts';
import { json, type OwnDoc } from './endpoint-doc.ts';
import { listExample, listOf } from './shown-schemas.ts';

/**
 * Documents a list of the Open API or the console API, page by page (interface 10). Its own query parameters come
 * first.
 */
export const listDoc = <S extends v.GenericSchema, Row extends ErrorRow = never>(
  schema: S,
  example: unknown,
  { refusals = [], query, ...facts }: Omit<OwnDoc, 'request' | 'responses'> & { refusals?: readonly Row[] },
) =>
  ({
    ...facts,
    query: { ...query, ...PAGE_QUERY },
    responses: { 200: json(listOf(schema), listExample(example)) },
    refusals: [LIMIT_REFUSAL, ...refusals],
  }) satisfies OwnDoc;
