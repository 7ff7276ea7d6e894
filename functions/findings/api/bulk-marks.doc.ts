import * as v from 'valibot';
import { type EndpointDoc, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/plans.doc.ts';
import { BulkMarkInput, MAX_MARKED_AT_ONCE } from './bulk-mark-input.ts';

/** Documentation of the endpoint that marks the requests of a finding. */
export const markManyDoc: EndpointDoc = {
  id: 'markFinding',
  tag: 'Results',
  summary: 'Mark many requests as expected',
  description: `Marks every request of a finding (\`kind\`, \`subject\`), or those of \`planItemIds\`. Findings leave these requests out from the next query on. Verdict, pass rate and counts stay. Requests that are already marked keep their marks. At most ${MAX_MARKED_AT_ONCE.toLocaleString('en-US')} requests per call.`,
  request: json(BulkMarkInput, {
    kind: 'FIELD_VALUE',
    subject: 'total',
    operations: [EXAMPLE.operation],
    comment: 'known rounding',
  }),
  responses: {
    200: json(v.object({ planId: v.string(), marked: Count, markedAt: Time }), {
      planId: EXAMPLE.planId,
      marked: 12,
      markedAt: EXAMPLE.time,
    }),
  },
  refusals: [
    NO_PLAN,
    refusal(400, 'INVALID_MARK', 'kind is missing or invalid'),
    NOT_COMPLETED,
    refusal(409, 'TOO_MANY_REQUESTS_TO_MARK', `at most ${MAX_MARKED_AT_ONCE} requests can be marked per call`),
  ],
};

/** Documentation of the endpoint that takes these marks back. */
export const unmarkManyDoc: EndpointDoc = {
  id: 'unmarkFinding',
  tag: 'Results',
  summary: 'Remove marks that were set together',
  description: 'Removes every mark of the latest round with this `markedAt`, which marking a finding returned.',
  query: { markedAt: { schema: Time, description: 'The time of the marks.', example: EXAMPLE.time } },
  responses: {
    200: json(v.object({ planId: v.string(), removed: Count }), { planId: EXAMPLE.planId, removed: 12 }),
  },
  refusals: [NO_PLAN, refusal(400, 'INVALID_QUERY', 'markedAt must be the time of marks in ISO-8601')],
};
