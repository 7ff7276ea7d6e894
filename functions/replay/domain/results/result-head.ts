import * as v from 'valibot';
import { NO_VALUE_RULES } from '../../../compare/domain/rules/value-rules.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import { CallCounts } from '../calls/result-calls.ts';
import { planItemId } from '../plan.ts';
import type { PlannedCase } from './chunk.ts';
import {
  BASELINE_FAILED,
  BOTH_REFUSED,
  CaseOutcome,
  ClusterDifference,
  DAMAGED_RECORDING,
  LEFT_OUT,
  UNANSWERED_CALLS,
} from './clusters.ts';
import { WhySentToBoth } from './sent-to-both.ts';

/** One request's stored outcome, as lists show it. */
export const ResultHead = v.object({
  item: v.number(),
  planItemId: v.string(),
  caseId: v.string(),
  traceId: v.string(),
  replayId: v.string(),
  outcome: CaseOutcome,
  /** Number of fields of the response whose two values are mapped to each other; absent without any. */
  mapped: v.optional(v.number()),
  /** Number of mappings that its session had to forget by then; absent if it had not. */
  dropped: v.optional(v.number()),
  /** Its downstream calls, counted; absent if it has none, and in results from before they were compared. */
  calls: v.optional(CallCounts),
  /** Version of the recording that it was compared with; absent as recorded. */
  version: v.optional(v.number()),
  /** Digest of the rules that it was compared under and that look at values (compare/domain/rules/value-rules.ts). */
  comparedUnder: v.optional(v.string(), NO_VALUE_RULES),
  /** Epoch ms at which it was sent; absent in results from before it was recorded. */
  replayedAt: v.optional(v.number()),
  /** It was sent with the token of the login step. */
  loggedIn: v.optional(v.literal(true)),
  /** Its path as lists show it (domain/results/listed-path.ts); absent in results from before it was kept. */
  path: v.optional(v.string()),
  /**
   * Where the running build answered unlike the recording, also where a rule ignores that; absent where it did not, and
   * in runs without it.
   */
  dataMoved: v.optional(v.array(ClusterDifference)),
  /** Why both builds were sent it; absent where it changes no data, and in runs without a running build. */
  sentToBoth: v.optional(WhySentToBoth),
  /** Status and duration of what the response is compared with: the recording, or the running build. */
  recordedStatus: v.nullable(v.number()),
  replayedStatus: v.nullable(v.number()),
  recordedMs: v.nullable(v.number()),
  replayedMs: v.number(),
});
export type ResultHead = v.InferOutput<typeof ResultHead>;

/** A stored request, with what is large to be read where it is used. */
export interface UnreadResult {
  head: ResultHead;
  stored: StoredValue;
}

/** What findings know of a request without a result. */
export const NO_OUTCOME = { hasResult: false, failure: null, differences: [], truncated: false };

/** Why a request has no result. */
export type NoResultCause =
  | typeof DAMAGED_RECORDING
  | typeof UNANSWERED_CALLS
  | typeof BASELINE_FAILED
  | typeof BOTH_REFUSED
  | typeof LEFT_OUT;

/**
 * What a request without a result lacks: an intact recording or result, a response to one of its downstream calls, or
 * two responses that can be compared.
 */
export type ResultLack = 'recording' | 'result' | 'calls' | 'comparison';

/** What a request lacked when it was sent; null where it has a result, or its recording was gone. */
export const lackOfOutcome = ({ failure, hasResult }: CaseOutcome): ResultLack | null =>
  hasResult
    ? null
    : failure === DAMAGED_RECORDING
      ? 'recording'
      : failure === UNANSWERED_CALLS
        ? 'calls'
        : failure !== null && UNCOMPARED.has(failure)
          ? 'comparison'
          : null;

const UNCOMPARED: ReadonlySet<string> = new Set([BASELINE_FAILED, BOTH_REFUSED, LEFT_OUT]);

/** The head of a request without a result; `sent`: how it was sent all the same. */
export const headWithoutResult = (
  planId: string,
  { item, caseId, operation, method, traceId }: PlannedCase,
  failure: NoResultCause,
  sent: Pick<ResultHead, 'sentToBoth'> = {},
): ResultHead => ({
  ...sent,
  ...NO_TIMES,
  item,
  planItemId: planItemId(planId, item),
  caseId,
  traceId,
  outcome: { ...NO_OUTCOME, failure, operation, method },
});

const NO_TIMES = {
  replayId: '',
  comparedUnder: NO_VALUE_RULES,
  recordedStatus: null,
  replayedStatus: null,
  recordedMs: null,
  replayedMs: 0,
};

/** The head of a request whose stored result is damaged. */
export const damagedHead = (planId: string, item: number, planned: PlannedCase | undefined): ResultHead => ({
  ...NO_TIMES,
  item,
  planItemId: planItemId(planId, item),
  caseId: planned?.caseId ?? '',
  traceId: planned?.traceId ?? '',
  outcome: { ...NO_OUTCOME, operation: planned?.operation ?? '', method: planned?.method },
});

/** The outcome of a request that never got a result, for findings. */
export const withoutResult = (planId: string, planned: PlannedCase) => ({
  planItemId: planItemId(planId, planned.item),
  operation: planned.operation,
  method: planned.method,
  ...NO_OUTCOME,
});
