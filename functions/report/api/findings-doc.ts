import * as v from 'valibot';
import { Analysis } from '../../analysis/domain/analysis.ts';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ReportedFindings } from '../domain/reported-findings.ts';

/** Findings of a settled replay in responses (spec 2.4). */
export const ShownFindings = named('Findings', ReportedFindings);

/** The analysis of a settled replay in responses (spec 2.5). */
export const ShownAnalysis = named('Analysis', Analysis);

/** Whether findings are not current yet. */
export const FindingsPending = v.pipe(
  v.optional(v.literal(true)),
  v.description(
    'Present while the findings under the latest rules and marks are being computed: `findings` are those from before. Poll again to read those of today.',
  ),
);

/** Findings before a replay has settled (interface 2.3). */
export const RunningFindings = named('RunningFindings', v.object({ state: v.literal('RUNNING') }));

export const FINDINGS_EXAMPLE: ReportedFindings = {
  state: 'NEEDS_ACTION',
  scope: {
    interfacesInScope: 2,
    interfacesReplayed: 2,
    interfacesUnchanged: 1,
    requests: 40,
    requestsWithoutResult: 0,
    endpoints: { inScope: 3, replayed: 3, unchanged: 2, uncovered: 0, needsAction: 1, toReview: 0 },
  },
  needsActionInterfaces: 1,
  needsAction: [
    {
      kind: 'FIELD_VALUE',
      subjects: ['items[*].price', 'total'],
      interfaces: [
        {
          operationName: EXAMPLE.operation,
          affectedRequests: 12,
          totalRequests: 30,
          methods: ['GET'],
          methodTotals: [{ method: 'GET', affectedRequests: 12, totalRequests: 25 }],
        },
      ],
      affectedRequests: 12,
      totalRequests: 30,
    },
  ],
  toReviewInterfaces: 0,
  toReview: [],
  coverage: { uncoveredInterfaces: 0, mainOperationsConfigured: false, uncoveredMainOperations: [] },
  excludedFieldCount: 1,
  latency: [
    {
      operationName: EXAMPLE.operation,
      method: 'GET',
      recorded: { p50: 31, p95: 84, p99: 120, n: 25 },
      replayed: { p50: 58, p95: 153, p99: 204, n: 25 },
      ratio: { p95: 1.821, low: 1.61, high: 2.04 },
    },
    {
      operationName: EXAMPLE.operation,
      method: 'POST',
      recorded: { p50: 22, p95: 41, p99: 41, n: 5 },
      replayed: { p50: 24, p95: 40, p99: 40, n: 5 },
    },
  ],
};

export const ANALYSIS_EXAMPLE: v.InferOutput<typeof Analysis> = {
  state: 'DONE',
  reason: null,
  analyzedCases: 12,
  failedCases: 12,
  codeChangeCases: 12,
  undeterminedCases: 0,
  invalidCases: 0,
  markedCases: 0,
  codeChangeInterfaces: 1,
  undeterminedInterfaces: 0,
  invalidInterfaces: 0,
  endpoints: { codeChange: 1, undetermined: 0, invalid: 0 },
  codeChanges: [
    {
      findingId: '5d41402abc4b2a76b9719d911017c592',
      title: 'The total is rounded before the tax is added',
      shortTitle: 'Rounding of the total',
      operations: [EXAMPLE.operation],
      endpoints: [{ operationName: EXAMPLE.operation, methods: ['GET'] }],
      affectedCases: 12,
      replayedCases: 30,
      markedCases: 0,
      markedAt: null,
      sampleOperation: EXAMPLE.operation,
      location: { file: 'src/orders/order-service.ts', line: 42, symbol: 'OrderService.total' },
      inferred: false,
      consecutive: 1,
    },
  ],
};
