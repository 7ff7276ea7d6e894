import * as v from 'valibot';
import { Kind } from '../../functions/compare/domain/kinds.ts';
import { SettledState } from '../../functions/findings/domain/findings.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An entry of needsAction or toReview (spec 2.4). */
export const FindingsEntry = v.object({
  kind: Kind,
  subjects: v.array(v.string()),
  interfaces: v.array(v.object({ operationName: v.string(), affectedRequests: Count, totalRequests: Count })),
  affectedRequests: Count,
  totalRequests: Count,
});
export type FindingsEntry = v.InferOutput<typeof FindingsEntry>;

const Findings = v.object({
  state: SettledState,
  scope: v.object({
    interfacesInScope: Count,
    interfacesReplayed: Count,
    interfacesUnchanged: Count,
    requests: Count,
    requestsWithoutResult: Count,
  }),
  needsAction: v.array(FindingsEntry),
  toReview: v.array(FindingsEntry),
  excludedFieldCount: Count,
});

/** The poll response of a finished replay (spec 2.3). */
export const FinishedRun = v.object({
  status: v.literal('COMPLETED'),
  verdict: v.picklist(['PASS', 'FAIL']),
  passRate: v.number(),
  totalCases: Count,
  successCases: Count,
  failedCases: Count,
  reportUrl: v.string(),
  findings: Findings,
  errorMessage: v.nullable(v.string()),
});
export type FinishedRun = v.InferOutput<typeof FinishedRun>;

const UnfinishedRun = v.object({ status: v.picklist(['PENDING', 'RUNNING']), progress: v.number() });

/** The poll response of an existing plan (spec 2.3). */
export const ReplayRun = v.variant('status', [UnfinishedRun, FinishedRun]);
export type ReplayRun = v.InferOutput<typeof ReplayRun>;
