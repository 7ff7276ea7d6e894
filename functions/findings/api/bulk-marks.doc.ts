import * as v from 'valibot';
import { answers, docs, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import { BulkMarkInput, MAX_MARKED_AT_ONCE } from './mark-input.ts';

/** The refusal of a finding with more requests. */
export const TOO_MANY = refusal(
  409,
  'TOO_MANY_REQUESTS_TO_MARK',
  `at most ${MAX_MARKED_AT_ONCE} requests can be marked per call`,
);
/** The refusal of another time. */
export const INVALID_TIME = refusal(400, 'INVALID_QUERY', 'markedAt must be the time of marks in ISO-8601');

/** What the OpenAPI document says of marks of many requests. */
export const bulkMarkDocs = docs('Results', {
  markFinding: {
    summary: 'Mark many requests as expected',
    description: `Marks every request of a finding (\`kind\`, \`subject\`), or those of \`planItemIds\`. Findings leave these requests out from the next query on. Verdict, pass rate and counts stay. Requests that are already marked keep their marks. At most ${MAX_MARKED_AT_ONCE.toLocaleString('en-US')} requests per call.`,
    request: json(BulkMarkInput, {
      kind: 'FIELD_VALUE',
      subject: 'total',
      operations: [EXAMPLE.operation],
      comment: 'known rounding',
    }),
    responses: answers(v.object({ planId: v.string(), marked: Count, markedAt: Time }), {
      planId: EXAMPLE.planId,
      marked: 12,
      markedAt: EXAMPLE.time,
    }),
    refusals: [NO_PLAN, refusal(400, 'INVALID_MARK', 'kind is missing or invalid'), NOT_COMPLETED, TOO_MANY],
  },
  unmarkFinding: {
    summary: 'Remove marks that were set together',
    description: 'Removes every mark of the latest round with this `markedAt`, which marking a finding returned.',
    query: { markedAt: { schema: Time, description: 'The time of the marks.', example: EXAMPLE.time } },
    responses: answers(v.object({ planId: v.string(), removed: Count }), { planId: EXAMPLE.planId, removed: 12 }),
    refusals: [NO_PLAN, INVALID_TIME],
  },
});
