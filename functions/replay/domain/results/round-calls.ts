import * as v from 'valibot';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import { addCalls } from '../../../recordings/domain/called/called-services.ts';
import { CallCounts, CallsState } from '../calls/result-calls.ts';
import type { CaseOutcome } from './clusters.ts';

const ByEndpoint = v.array(v.object({ operation: v.string(), method: v.optional(v.string()), requests: v.number() }));

/** Downstream calls of a chunk or a round, counted. */
export const RoundCalls = v.object({
  /** Requests by the state of their calls, without those that have none. */
  requests: v.object(v.entriesFromList(CallsState.options, v.number())),
  ...v.omit(CallCounts, ['state']).entries,
  /**
   * By endpoint and method: requests that differ from their recording and made a call that no recorded call answered,
   * and requests that failed and whose recorded calls were not asked.
   */
  missed: ByEndpoint,
  unasked: ByEndpoint,
});
export type RoundCalls = v.InferOutput<typeof RoundCalls>;

/** The calls of one request, and its outcome. */
export interface CountedRequest {
  outcome: CaseOutcome;
  calls: CallCounts;
}

/** Counts the calls of requests. */
export const roundCalls = (counted: readonly CountedRequest[]): RoundCalls =>
  mergeRoundCalls(
    counted.map(({ outcome, calls: { state, ...counts } }) => {
      const { operation, method, differences, truncated, failure } = outcome;
      const here = [{ operation, ...(method !== undefined && { method }), requests: 1 }];
      const isFailing = truncated || differences.some(({ rule }) => rule === null);
      return {
        requests: { ...NO_REQUESTS, [state]: 1 },
        ...counts,
        missed: isFailing && counts.misses > 0 ? here : [],
        unasked: failure !== null && SERVER_FAILURE.test(failure) && state === 'not asked' ? here : [],
      };
    }),
  );

/** What an application answers when it cannot reach a downstream. */
const SERVER_FAILURE = /^(?:5\d\d|timeout)$/;

const NO_REQUESTS = { 'not recorded': 0, 'not asked': 0, answered: 0, real: 0, mixed: 0 };

/** Adds counts of several chunks. */
export const mergeRoundCalls = (all: readonly RoundCalls[]): RoundCalls => ({
  requests: {
    'not recorded': sumOf(all, ({ requests }) => requests['not recorded']),
    'not asked': sumOf(all, ({ requests }) => requests['not asked']),
    answered: sumOf(all, ({ requests }) => requests.answered),
    real: sumOf(all, ({ requests }) => requests.real),
    mixed: sumOf(all, ({ requests }) => requests.mixed),
  },
  recording: sumOf(all, ({ recording }) => recording),
  target: sumOf(all, ({ target }) => target),
  default: sumOf(all, (one) => one.default),
  nothing: sumOf(all, ({ nothing }) => nothing),
  misses: sumOf(all, ({ misses }) => misses),
  ...mergedMisses(all),
  missed: mergedEndpoints(all.flatMap(({ missed }) => missed)),
  unasked: mergedEndpoints(all.flatMap(({ unasked }) => unasked)),
});

/** Absent where no part has some. */
function mergedMisses(all: readonly RoundCalls[]): Pick<RoundCalls, 'missedBy'> {
  const counts = new Map<string, number>();
  for (const [service, calls] of all.flatMap(({ missedBy = [] }) => missedBy)) addCalls(counts, service, calls);
  return counts.size > 0 ? { missedBy: [...counts] } : {};
}

const mergedEndpoints = (all: RoundCalls['missed']): RoundCalls['missed'] =>
  [...Map.groupBy(all, ({ operation, method }) => JSON.stringify([operation, method])).values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : { ...first, requests: first.requests + sumOf(others, ({ requests }) => requests) },
    )
    .sort((a, b) => compareText(a.operation, b.operation) || compareText(a.method ?? '', b.method ?? ''));

/** How the downstream calls of a whole round were made. */
export function roundCallsState({ requests }: Pick<RoundCalls, 'requests'>): CallsState {
  const found = CallsState.options.filter((state) => state !== 'not recorded' && requests[state] > 0);
  const [only, another] = found;
  if (only === undefined) return 'not recorded';
  return another === undefined ? only : 'mixed';
}
