import * as v from 'valibot';
import { Digest } from '../../platform/digest.ts';

export const CaseSource = v.picklist(['rolling', 'pinned']);
export type CaseSource = v.InferOutput<typeof CaseSource>;

/** How hard a replay may press its target; fixed when the plan is created. */
export const Load = v.object({ maxQps: v.number(), concurrency: v.number(), timeoutMs: v.number() });
export type Load = v.InferOutput<typeof Load>;

/** What of one endpoint a console plan replays: every case of the window, or just the named ones. */
export const OperationSelection = v.object({ operation: v.string(), caseIds: v.nullable(v.array(v.string())) });
export type OperationSelection = v.InferOutput<typeof OperationSelection>;

/** What a plan replays, where and how; fixed at creation and the same in every round (spec 2.1, 4.6). */
export const PlanRequest = v.object({
  appId: v.string(),
  targetEnv: v.string(),
  /** Null: the whole application. */
  operations: v.nullable(v.array(OperationSelection)),
  caseSource: CaseSource,
  /** Recording window in epoch ms, [from, to); not looked at when pinned. */
  caseFrom: v.number(),
  caseTo: v.number(),
  caseCountLimit: v.number(),
  caseTags: v.record(v.string(), v.string()),
  enableMock: v.boolean(),
  /** Read by the verdict alone; no answer, log or message ever carries it (spec 2.1). */
  passThreshold: v.nullable(v.number()),
  planName: v.string(),
  operator: v.string(),
  /** `trigger`: started through the Open API, so it has a stored result and notifies (spec 3.5, 6.2). */
  source: v.picklist(['trigger', 'console', 'evaluation']),
  /** The artifact that names the cases, in place of a selection: of plans that an evaluation made (evaluation 3.14). */
  caseManifest: v.optional(Digest),
  /** The attempt of an evaluation that the plan was made by. */
  attemptId: v.optional(v.string()),
  load: Load,
});
export type PlanRequest = v.InferOutput<typeof PlanRequest>;

export const PlanStatus = v.picklist(['PENDING', 'RUNNING', 'COMPLETED']);
export type PlanStatus = v.InferOutput<typeof PlanStatus>;

/** A replay plan; `status` and `round` are those of its latest round (spec 3.1). */
export const ReplayPlan = v.object({
  ...v.omit(PlanRequest, ['passThreshold']).entries,
  /** The passThreshold as it is kept: opened where the verdict is made, and nowhere else. */
  sealedPassThreshold: v.optional(v.nullable(v.string()), null),
  planId: v.string(),
  createdAt: v.number(),
  /** Epoch ms; the plan, its results and payloads vanish together. */
  expiresAt: v.number(),
  status: PlanStatus,
  round: v.number(),
});
export type ReplayPlan = v.InferOutput<typeof ReplayPlan>;

/** What a settled round stores for good (spec 3.4): later queries return these values. */
export const RoundResult = v.object({
  verdict: v.picklist(['PASS', 'FAIL']),
  passRate: v.number(),
  totalCases: v.number(),
  successCases: v.number(),
  failedCases: v.number(),
  settledAt: v.number(),
  /** findings.state when it settled; what findings say today may differ. */
  state: v.optional(v.string()),
});
export type RoundResult = v.InferOutput<typeof RoundResult>;

/** One run of a plan; each member is null until its moment has come, and then never changes. */
export const ReplayRound = v.object({
  planId: v.string(),
  round: v.number(),
  /** Set by SelectCases: how many requests, in how many chunks, by how many workers side by side. */
  selection: v.nullable(v.object({ requests: v.number(), chunks: v.number(), workers: v.number() })),
  startedAt: v.nullable(v.number()),
  /** Why the round did not finish normally, in words that a reader of the poll may see. */
  interruption: v.nullable(v.string()),
  finishedAt: v.nullable(v.number()),
  settleAt: v.nullable(v.number()),
  result: v.nullable(RoundResult),
});
export type ReplayRound = v.InferOutput<typeof ReplayRound>;

/** 24 lower-case hex digits, the first 8 the creation second, so that ids sort by time (interface 2.1). */
export const newPlanId = (now: number, chance: string): string =>
  Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0') + chance.slice(0, 16);

/** Name of the workflow execution of one round (interface 10). */
export const executionName = (planId: string, round: number): string => `${planId}-r${round}`;

/** Name of the workflow execution of one request for a recompare, which its time in ms tells from others. */
export const recompareExecutionName = (planId: string, round: number, request: string): string =>
  `${executionName(planId, round)}-c${request}`;

/** Name of the workflow execution of the built-in analysis of one round. */
export const analysisExecutionName = (planId: string, round: number): string => `${executionName(planId, round)}-a`;

/** Id of one request of a plan (interface 10). */
export const planItemId = (planId: string, item: number): string => `${planId}:${item}`;

const REPORT_PATH = '/report/';

/** Address of the report page (interface 2.4). */
export const reportUrl = (publicUrl: string, planId: string): string => `${publicUrl}${REPORT_PATH}${planId}`;
