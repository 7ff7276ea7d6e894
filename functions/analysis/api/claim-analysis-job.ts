import * as v from 'valibot';
import { type Endpoint, JSON_BODY, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { AnalysisServices } from '../composition.ts';
import { ClaimBody, claimDocs } from './claim-analysis-job.doc.ts';

/** Assigns the oldest waiting analysis to an external executor, which counts as connected for 60 s (interface 2.5). */
export const claimAnalysisJob: Endpoint<Pick<AnalysisServices, 'analysisJobs' | 'log'>> = endpoint({
  method: 'POST',
  path: '/openapi/v1/analysis-jobs/claim',
  scope: null,
  body: JSON_BODY,
  errors: openApiErrors,
  doc: claimDocs.claimAnalysisJob,

  async answer({ body }, { analysisJobs, log }) {
    const claim = v.safeParse(ClaimBody, body);
    if (!claim.success) {
      const errorMessage = 'executorId must be a string of 1 to 128 characters';
      return ok({ job: null, errorCode: 'INVALID_EXECUTOR', errorMessage });
    }
    const job = await analysisJobs.claim(claim.output.executorId);
    if (job) log.info('analysis job claimed', { plan_id: job.planId, round: job.round });
    return ok({ job, errorCode: null, errorMessage: null });
  },
});
