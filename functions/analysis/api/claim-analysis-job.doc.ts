import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { type EndpointDoc, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count } from '../../platform/http/documents/shown-schemas.ts';

const ValueType = v.picklist(['object', 'array', 'string', 'number', 'boolean', 'null', 'text', 'absent']);
const status = v.nullable(v.pipe(v.number(), v.integer()));

const AnalysisJob = named(
  'AnalysisJob',
  v.object({
    planId: v.string(),
    round: Count,
    clusters: v.array(
      v.object({
        operation: v.string(),
        requests: Count,
        differences: v.array(v.object({ kind: Kind, subject: v.string() })),
        planItemIds: v.array(v.string()),
      }),
    ),
    samples: v.array(
      v.object({
        planItemId: v.string(),
        operation: v.string(),
        status: v.object({ recorded: status, replayed: status }),
        differences: v.array(
          v.object({ kind: v.string(), path: v.string(), recorded: ValueType, replayed: ValueType }),
        ),
      }),
    ),
    callback: v.string(),
  }),
);

/**
 * API documentation of claiming an analysis job (interface 2.5). `body` is the schema that the endpoint validates with.
 */
export const claimAnalysisJobDoc = (body: v.GenericSchema): EndpointDoc => ({
  id: 'claimAnalysisJob',
  tag: 'Cause analysis',
  summary: 'Claim the oldest waiting analysis',
  description:
    'For external executors, which count as connected for 60 s after each claim. `job` is null if no analysis waits. Clusters and samples contain names, kinds and types, never values.',
  request: json(body, { executorId: 'analysis-1' }),
  responses: {
    200: json(
      v.object({
        job: v.nullable(AnalysisJob),
        errorCode: v.nullable(v.string()),
        errorMessage: v.nullable(v.string()),
      }),
      {
        job: {
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
        },
        errorCode: null,
        errorMessage: null,
      },
    ),
  },
  codes: { INVALID_EXECUTOR: 'executorId is not a text of 1 to 128 characters.' },
});
