import { answers, docs, named } from '../../platform/http/documents/endpoint-doc.ts';
import { STORED_RESULT_EXAMPLE, StoredResult } from './shown-stored-result.ts';

/** What the OpenAPI document says of stored results (spec 2.6, 7.2). */
export const storedResultDocs = docs('Trigger and poll', {
  readStoredResult: {
    summary: 'Read the stored result of a run',
    description: 'For runs that the trigger started. `attributes` are returned as given, from the start.',
    responses: answers(named('StoredResult', StoredResult), STORED_RESULT_EXAMPLE),
    codes: {
      NOT_FOUND: 'There is no such run, or the trigger did not start it.',
      NO_CONCLUSION_YET: 'The replay has not finished.',
    },
  },
});
