import * as v from 'valibot';
import { answers, docs, json } from '../../platform/http/documents/endpoint-doc.ts';
import { ClaimAnswer, JOB_EXAMPLE } from './claim-answer.ts';

/** The body of a claim. */
export const ClaimBody = v.object({ executorId: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128)) });

/** What the OpenAPI document says of claims (interface 2.5). */
export const claimDocs = docs('Cause analysis', {
  claimAnalysisJob: {
    summary: 'Claim the oldest waiting analysis',
    description:
      'For external executors, which count as connected for 60 s after each claim. `job` is null if no analysis waits. Clusters and samples contain names, kinds and types, never values.',
    request: json(ClaimBody, { executorId: 'analysis-1' }),
    responses: answers(ClaimAnswer, { job: JOB_EXAMPLE, errorCode: null, errorMessage: null }),
    codes: { INVALID_EXECUTOR: 'executorId is not a text of 1 to 128 characters.' },
  },
});
