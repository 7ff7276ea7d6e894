import * as v from 'valibot';
import { Admission } from '../../applications/domain/targets/target-admission.ts';
import { Digest } from '../../platform/values/digest.ts';
import { CalledServices } from '../../recordings/domain/called/called-services.ts';
import { RunHint } from './hint.ts';
import { LatencyRatioLimit } from './latency/latency-ratio-limit.ts';
import { ReplayOrder, RunOrder } from './order/run-order.ts';
import { AskedPace, RecordedPace } from './pacing/recorded-pace.ts';
import { RunBuild } from './run-build.ts';

export const CaseSource = v.picklist(['rolling', 'pinned']);
export type CaseSource = v.InferOutput<typeof CaseSource>;

/** Which cases come first where a plan has a limit: the newest ones, or those that differ in structure. */
export const CaseOrder = v.picklist(['newest', 'spread']);
export type CaseOrder = v.InferOutput<typeof CaseOrder>;

/** Limits of the load on the target; fixed when the plan is created. */
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
  /** Recording window in epoch ms, [from, to); ignored if pinned. */
  caseFrom: v.number(),
  caseTo: v.number(),
  caseCountLimit: v.number(),
  /** Absent: `newest`, also in plans of earlier versions. */
  caseSelection: v.optional(CaseOrder),
  /** Absent: as the application says, or as its recordings need. */
  order: v.optional(ReplayOrder),
  /** 0: as fast as its load allows. Absent: as the application says. */
  pace: v.optional(AskedPace),
  caseTags: v.record(v.string(), v.string()),
  enableMock: v.boolean(),
  /** Read only for the verdict; no response, log or message ever contains it (spec 2.1). */
  passThreshold: v.nullable(v.number()),
  planName: v.string(),
  operator: v.string(),
  /**
   * `trigger`: started through the Open API or by a schedule, so it has a stored result (spec 3.5, interface 10).
   */
  source: v.picklist(['trigger', 'console', 'evaluation']),
  /**
   * The artifact that names the cases, in place of a selection: for plans created by an evaluation (evaluation 3.14).
   */
  caseManifest: v.optional(Digest),
  /** The evaluation attempt that created the plan. */
  attemptId: v.optional(v.string()),
  /** The schedule that started the plan as a trigger does (interface 10). */
  scheduleId: v.optional(v.string()),
  /** Whether channels receive the results of a plan that a schedule started; absent in plans of earlier versions. */
  notify: v.optional(v.boolean()),
  /**
   * Downstream calls belong to the only request in progress, so that one is sent at a time (setting mocks.correlation).
   */
  isSingle: v.optional(v.literal(true)),
  load: Load,
  /** Sealed values go as `[redacted]`, and the target need not be allowed. */
  credentials: v.optional(v.literal('none')),
  /** The running build that targetEnv is compared with; absent: it is compared with the recordings. */
  baselineEnv: v.optional(v.string()),
  /** The ratio of p95 that its report marks endpoints by; absent: as the application says. */
  latencyLimit: v.optional(LatencyRatioLimit),
});
export type PlanRequest = v.InferOutput<typeof PlanRequest>;

export const PlanStatus = v.picklist(['PENDING', 'RUNNING', 'COMPLETED']);
export type PlanStatus = v.InferOutput<typeof PlanStatus>;

/** A plan of a run; `status` and `round` are those of its latest round (spec 3.1). */
export const ReplayPlan = v.object({
  ...v.omit(PlanRequest, ['passThreshold']).entries,
  /** Absent: as fast as its load allows. */
  pace: v.optional(RecordedPace),
  /** The sealed passThreshold: opened only where the verdict is computed. */
  sealedPassThreshold: v.optional(v.nullable(v.string()), null),
  planId: v.string(),
  /** Why it may send to its target; absent without credentials, and in plans of earlier versions. */
  admission: v.optional(Admission),
  /** The same of its running build. */
  baselineAdmission: v.optional(Admission),
  /** Counts the runs of the application from 1; absent in plans of earlier versions. */
  number: v.optional(v.number()),
  /** Partitions over which the results of a round are spread; null in plans of earlier versions (result-keys.ts). */
  resultShards: v.optional(v.nullable(v.number()), null),
  /** What the trigger's attributes say about the build; absent if nothing. */
  build: v.optional(RunBuild),
  createdAt: v.number(),
  /** Epoch ms; the plan, its results and payloads expire together. */
  expiresAt: v.number(),
  status: PlanStatus,
  round: v.number(),
});
export type ReplayPlan = v.InferOutput<typeof ReplayPlan>;

/** What a settled round stores permanently (spec 3.4): later queries return these values. */
export const RoundResult = v.object({
  verdict: v.picklist(['PASS', 'FAIL']),
  passRate: v.number(),
  totalCases: v.number(),
  successCases: v.number(),
  failedCases: v.number(),
  settledAt: v.number(),
  /** findings.state when it settled; the current findings may differ. */
  state: v.optional(v.string()),
  /** Numbers of findings when it settled; absent in rounds from before they were counted. */
  findings: v.optional(v.object({ needsAction: v.number(), toReview: v.number() })),
  /** Causes of its failures; absent where none is proven. */
  hints: v.optional(v.array(RunHint)),
  /** Calls by service that no recorded call answered; absent in rounds from before they were counted so. */
  missedBy: v.optional(CalledServices),
});
export type RoundResult = v.InferOutput<typeof RoundResult>;

/**
 * How long a worker uses a round that it has read, ms. A stop is confirmed that much later, so that no request starts
 * after it (interface 10).
 */
export const MAX_ROUND_AGE_MS = 200;

/** One run of a plan; each member is null until its time, and then never changes. */
export const ReplayRound = v.object({
  planId: v.string(),
  round: v.number(),
  /**
   * Set by SelectCases: the number of requests, chunks, and concurrent workers, the order, the shapes of a `spread`,
   * and its sessions.
   */
  selection: v.nullable(
    v.object({
      requests: v.number(),
      chunks: v.number(),
      workers: v.number(),
      /** Absent in rounds of earlier versions, which kept the order of sessions. */
      order: v.optional(RunOrder),
      shapes: v.optional(v.object({ covered: v.number(), of: v.number() })),
      /** Absent where sessions are not kept, and in rounds from before they were counted. */
      sessions: v.optional(
        v.object({ total: v.number(), completed: v.number(), cut: v.number(), preparation: v.number() }),
      ),
    }),
  ),
  startedAt: v.nullable(v.number()),
  /** Why the round did not finish normally, in words that the poll response may show. */
  interruption: v.nullable(v.string()),
  finishedAt: v.nullable(v.number()),
  settleAt: v.nullable(v.number()),
  result: v.nullable(RoundResult),
});
export type ReplayRound = v.InferOutput<typeof ReplayRound>;

/**
 * Creates a planId: 24 lower-case hex digits, the first 8 the creation second, so that ids sort by time (interface
 * 2.1).
 */
export const newPlanId = (now: number, entropy: string): string =>
  Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0') + entropy.slice(0, 16);

/** Name of the workflow execution of one round (interface 10). */
export const executionName = (planId: string, round: number): string => `${planId}-r${round}`;

/** Name of the workflow execution of one recompare request, distinguished by its time in ms. */
export const recompareExecutionName = (planId: string, round: number, request: string): string =>
  `${executionName(planId, round)}-c${request}`;

/** Name of the workflow execution of the built-in analysis of one round. */
export const analysisExecutionName = (planId: string, round: number): string => `${executionName(planId, round)}-a`;

/** Id of one request of a plan (interface 10). */
export const planItemId = (planId: string, item: number): string => `${planId}:${item}`;

const REPORT_PATH = '/report/';

/** URL of the report page (interface 2.4). */
export const reportUrl = (publicUrl: string, planId: string): string => `${publicUrl}${REPORT_PATH}${planId}`;

/**
 * Whether channels receive the results of a plan (spec 6.2, row 1): of one that the Open API started, and of one whose
 * schedule says `notify` (interface 10).
 */
export const isNotified = ({ source, scheduleId, notify }: Pick<ReplayPlan, 'source' | 'scheduleId' | 'notify'>) =>
  source === 'trigger' && (scheduleId === undefined || notify === true);

/**
 * The state of a run in lists: findings.state when it settled, or that it has not. That of a round from another version
 * may be unknown.
 */
export const runState = (plan: Pick<ReplayPlan, 'status'>, round: Pick<ReplayRound, 'result'> | undefined): string =>
  plan.status === 'COMPLETED' ? (round?.result?.state ?? 'INTERRUPTED') : plan.status;

/** How long a run took in ms, from its first request to its last response; null if that is not known. */
export const runDuration = ({ startedAt, finishedAt }: Pick<ReplayRound, 'startedAt' | 'finishedAt'>): number | null =>
  startedAt === null || finishedAt === null ? null : Math.max(1, finishedAt - startedAt);
