import type * as v from 'valibot';
import type { ErrorRow } from '../error-row.ts';
import { type EndpointDoc, json, type ParameterDocs } from './endpoint-doc.ts';

/** What the endpoints of one API have in common. */
interface ResourceFamily {
  /** Query parameters of every list. */
  query: ParameterDocs;
  /** Schema and example of a list of items. */
  listOf(item: v.GenericSchema): v.GenericSchema;
  listExample(...items: unknown[]): unknown;
  /** Errors of every list. */
  listRefusals: readonly ErrorRow[];
  /** Default errors of reading or deleting one resource. */
  oneRefusals: readonly ErrorRow[];
}

type Facts = Omit<EndpointDoc, 'request' | 'responses'>;

/** Returns the functions that document the list, read and delete endpoints of one API. */
export const resourceDocs = ({ query, listOf, listExample, listRefusals, oneRefusals }: ResourceFamily) => ({
  /** Documents a list, page by page. Its own query parameters come first. */
  listDoc: (schema: v.GenericSchema, example: unknown, { refusals = [], ...facts }: Facts): EndpointDoc => ({
    ...facts,
    query: { ...facts.query, ...query },
    responses: { 200: json(listOf(schema), listExample(example)) },
    refusals: [...listRefusals, ...refusals],
  }),

  /** Documents the reading of one resource. */
  readDoc: (schema: v.GenericSchema, example: unknown, { refusals = oneRefusals, ...facts }: Facts): EndpointDoc => ({
    ...facts,
    responses: { 200: json(schema, example) },
    refusals,
  }),

  /** Documents a deletion, which answers 204 without a body. */
  deleteDoc: ({ refusals = oneRefusals, ...facts }: Facts): EndpointDoc => ({
    ...facts,
    responses: { 204: {} },
    refusals,
  }),
});
