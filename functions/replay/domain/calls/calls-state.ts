import { isCompared } from '../../../compare/domain/calls/compare-calls.ts';
import type { MadeCall } from '../../../mocks/domain/made-call.ts';
import { calledServices } from '../../../recordings/domain/called/called-services.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { CallCounts, CallsState, NoticedCalls } from './result-calls.ts';

type Recorded = Pick<RecordedCall, 'kind' | 'target'>;

/** Whether a call was answered by one that the application made at its startup, which belongs to no request. */
export const isStartup = ({ answeredBy, recorded }: Pick<MadeCall, 'answeredBy' | 'recorded'>): boolean =>
  answeredBy === 'recording' && recorded === null;

/**
 * Returns whether calls to a target would have been noticed. A recorded target whose call was paired counts, whatever
 * the name of the target is in the environment of the replay; not so if an agent answers calls to the target by itself.
 */
export function askedTargets(
  { isReported, askedTargets: targets, calls }: NoticedCalls,
  recorded: readonly Recorded[],
): (target: string) => boolean {
  if (isReported) return () => true;
  const asked = new Set(targets);
  for (const { recorded: index, isPartial } of calls) {
    const paired = index === null || isPartial ? undefined : recorded[index];
    if (paired) asked.add(paired.target);
  }
  return (target) => asked.has(target);
}

/** How the downstream calls of a request were made; null if neither a recorded nor a made call is known. */
export function callCounts(
  recorded: readonly Recorded[],
  noticed: NoticedCalls | null,
  enableMock: boolean,
): CallCounts | null {
  const made = (noticed?.calls ?? []).filter((call) => isCompared(call) && !isStartup(call));
  if (made.length === 0 && !recorded.some(isCompared)) return null;
  const missed = enableMock ? made.filter((call) => call.answeredBy !== 'recording') : [];
  const missedBy = calledServices(missed);
  const by = (answeredBy: MadeCall['answeredBy']) => made.filter((call) => call.answeredBy === answeredBy).length;
  return {
    state: stateOf(recorded.filter(isCompared), noticed, made, askedTargets(noticed ?? NOTHING, recorded), enableMock),
    recording: by('recording'),
    target: by('target'),
    default: by('default'),
    nothing: by('nothing'),
    misses: missed.length,
    ...(missedBy && { missedBy }),
  };
}

const NOTHING: NoticedCalls = { isReported: false, askedTargets: [], calls: [] };

function stateOf(
  recorded: readonly Recorded[],
  noticed: NoticedCalls | null,
  made: readonly MadeCall[],
  isAsked: (target: string) => boolean,
  enableMock: boolean,
): CallsState {
  if (recorded.length === 0) return 'not recorded';
  const unasked = recorded.filter(({ target }) => !isAsked(target)).length;
  if (noticed === null || (made.length === 0 && unasked === recorded.length)) return 'not asked';
  if (unasked > 0) return 'mixed';
  if (made.length === 0) return enableMock ? 'answered' : 'real';
  if (made.every(({ answeredBy }) => answeredBy === 'recording')) return 'answered';
  return made.every(({ answeredBy }) => answeredBy === 'target') ? 'real' : 'mixed';
}
