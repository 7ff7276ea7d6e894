import { isCompared } from '../../../compare/domain/calls/compare-calls.ts';
import type { MadeCall } from '../../../mocks/domain/made-call.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { askedTargets, isStartup } from '../../../replay/domain/calls/calls-state.ts';
import type { ResultCalls } from '../../../replay/domain/calls/result-calls.ts';

/**
 * How a call of a replay relates to the recording: `NOT_ASKED`: nothing would have noticed it; `NOT_COMPARED`: a fact
 * of the runtime, or a call of the startup.
 */
export const CALL_ROW_STATES = ['SAME', 'DIFFERS', 'NOT_MADE', 'NOT_RECORDED', 'NOT_ASKED', 'NOT_COMPARED'] as const;
export type CallRowState = (typeof CALL_ROW_STATES)[number];

/**
 * A recorded call and the made call that corresponds to it; null where there is none. Indexes are positions of each.
 */
export interface CallRow {
  state: CallRowState;
  recorded: (RecordedCall & { index: number }) | null;
  made: (MadeCall & { index: number }) | null;
}

/**
 * Recorded and made calls side by side: in the order of the recording, with each other call after the one before it.
 */
export function callRows(calls: ResultCalls): CallRow[] {
  const { recorded, made, isReported, askedTargets: targets } = calls;
  const isAsked = askedTargets({ isReported, askedTargets: targets, calls: made }, recorded);
  const pairs = new Map<number, CallRow & { made: NonNullable<CallRow['made']> }>();
  /** Calls without a recorded one, by the position of the recorded call before them. */
  const others = new Map<number, CallRow[]>();
  let before = -1;
  for (const [index, { differs, ...call }] of made.entries()) {
    const own = call.recorded === null || call.strategy === 'reused' ? undefined : recorded[call.recorded];
    const isIncomparable = !isCompared(call) || isStartup(call);
    if (own !== undefined && call.recorded !== null && !pairs.has(call.recorded)) {
      before = call.recorded;
      const state = isIncomparable ? 'NOT_COMPARED' : differs ? 'DIFFERS' : 'SAME';
      pairs.set(before, { state, recorded: { ...own, index: before }, made: { ...call, index } });
      continue;
    }
    const state = isIncomparable ? 'NOT_COMPARED' : 'NOT_RECORDED';
    others.set(before, [...(others.get(before) ?? []), { state, recorded: null, made: { ...call, index } }]);
  }
  const missing = (call: RecordedCall): CallRowState =>
    isCompared(call) ? (isAsked(call.target) ? 'NOT_MADE' : 'NOT_ASKED') : 'NOT_COMPARED';
  return [
    ...(others.get(-1) ?? []),
    ...recorded.flatMap((call, index): CallRow[] => [
      pairs.get(index) ?? { state: missing(call), recorded: { ...call, index }, made: null },
      ...(others.get(index) ?? []),
    ]),
  ];
}

/** Calls of which only the recording is known. */
export const NOT_ASKED: ResultCalls = {
  state: 'not asked',
  isReported: false,
  askedTargets: [],
  recorded: [],
  made: [],
  recordedAt: 0,
  replayedAt: 0,
};
