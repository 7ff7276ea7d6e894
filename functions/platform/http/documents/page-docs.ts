import { LIMIT_REFUSAL, PAGE_QUERY } from '../page-request.ts';
import { resourceDocs } from './resource-docs.ts';
import { listExample, listOf } from './shown-schemas.ts';

/** Documents a list of the Open API or the console API, page by page (interface 10). */
export const { listDoc } = resourceDocs({
  query: PAGE_QUERY,
  listOf,
  listExample,
  listRefusals: [LIMIT_REFUSAL],
  oneRefusals: [],
});
