import { resourceDocs } from '../../../platform/http/documents/resource-docs.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { LIST_QUERY, listPageExample, listPageOf } from './list-page.ts';

/** Document the endpoints of the evaluation API that list, read and delete (evaluation 3.1). */
export const { listDoc, readDoc, deleteDoc } = resourceDocs({
  query: LIST_QUERY,
  listOf: listPageOf,
  listExample: listPageExample,
  listRefusals: [],
  oneRefusals: problemDocs('not_found'),
});
