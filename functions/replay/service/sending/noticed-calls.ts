import { isCompared } from '../../../compare/domain/calls/compare-calls.ts';
import { pause } from '../../../platform/steps/pause.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { SendingServices } from '../../composition.ts';
import { askedTargets } from '../../domain/calls/calls-state.ts';
import type { NoticedCalls } from '../../domain/calls/result-calls.ts';

/** How long after a response calls are waited for that were recorded, and how often they are looked for. @internal */
export const LATE_CALLS_MS = 500;
const POLL_MS = 25;

const NEVER = new AbortController().signal;

/** What is called at the time of waiting; tests replace it. */
type Wait = (ms: number) => Promise<void>;

/** Maximum rounds of which it is remembered that calls were noticed. */
const MAX_ROUNDS = 100;

/** Rounds in which calls were noticed, as far as this process knows. */
const noticing = new Set<string>();

/** A replay whose calls may have been noticed. */
interface NoticedReplay {
  replayId: string;
  appId: string;
  /** Names the round. */
  round: string;
}

/**
 * Creates the function that reads which downstream calls were noticed while a request was replayed. It waits for late
 * ones only while recorded calls are missing whose target was asked, so that other requests are not slower. Targets
 * that only earlier rounds asked for count once a call of this round was noticed: an agent or a proxy may not be
 * connected any more.
 */
export function callNotice(
  { mocks, elapsed }: { mocks: Pick<SendingServices['mocks'], 'madeCalls'> } & Pick<SendingServices, 'elapsed'>,
  wait: Wait = (ms) => pause(ms, NEVER),
) {
  async function read({ round, ...replay }: NoticedReplay): Promise<NoticedCalls> {
    const { asked: isReported, askedTargets: targets, isUnanswered, calls } = await mocks.madeCalls(replay);
    if (isReported || calls.length > 0) noticing.add(round);
    const [oldest] = noticing.size > MAX_ROUNDS ? noticing : [];
    if (oldest !== undefined) noticing.delete(oldest);
    return { isReported, askedTargets: noticing.has(round) ? targets : [], isUnanswered, calls };
  }

  return async (
    replay: NoticedReplay,
    recorded: readonly Pick<RecordedCall, 'kind' | 'target'>[],
  ): Promise<NoticedCalls> => {
    const until = elapsed() + LATE_CALLS_MS;
    for (;;) {
      const noticed = await read(replay);
      if (noticed.isUnanswered || !isMissing(recorded, noticed) || elapsed() >= until) return noticed;
      await wait(POLL_MS);
    }
  };
}

/** Whether a recorded call has not been made whose target was asked. */
function isMissing(recorded: readonly Pick<RecordedCall, 'kind' | 'target'>[], noticed: NoticedCalls): boolean {
  const isAsked = askedTargets(noticed, recorded);
  const made = new Set(noticed.calls.map((call) => call.recorded));
  return recorded.some((call, index) => isCompared(call) && !made.has(index) && isAsked(call.target));
}
