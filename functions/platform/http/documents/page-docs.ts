import type * as v from 'valibot';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../page-request.ts';
import { type EndpointDoc, json } from './endpoint-doc.ts';
import { listExample, listOf } from './shown-schemas.ts';

/** Documents a list of the Open API or the console API, page by page (interface 10). Its own query parameters come first. */
export const listDoc = (
  schema: v.GenericSchema,
  example: unknown,
  { refusals = [], query, ...facts }: Omit<EndpointDoc, 'request' | 'responses'>,
): EndpointDoc => ({
  ...facts,
  query: { ...query, ...PAGE_QUERY },
  responses: { 200: json(listOf(schema), listExample(example)) },
  refusals: [LIMIT_REFUSAL, ...refusals],
});
