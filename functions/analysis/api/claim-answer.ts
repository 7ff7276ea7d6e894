import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { AnalysisJob } from '../domain/analysis-job.ts';

/** The answer to a claim (interface 2.5). */
export const ClaimAnswer = v.object({ job: v.nullable(named('AnalysisJob', AnalysisJob)), ...Outcome.entries });

/** An example of a job. */
export const JOB_EXAMPLE: AnalysisJob = {
  planId: EXAMPLE.planId,
  round: 1,
  clusters: [
    {
      operation: EXAMPLE.operation,
      requests: 12,
      differences: [{ kind: 'FIELD_VALUE', subject: 'total' }],
      planItemIds: [EXAMPLE.planItemId],
    },
  ],
  samples: [
    {
      planItemId: EXAMPLE.planItemId,
      operation: EXAMPLE.operation,
      status: { recorded: 200, replayed: 200 },
      differences: [{ kind: 'FIELD_VALUE', path: 'total', recorded: 'number', replayed: 'number' }],
    },
  ],
  callback: `/openapi/v1/replay-runs/${EXAMPLE.planId}/diagnosis?round=1`,
};
