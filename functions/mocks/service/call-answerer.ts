import { missOf } from '../../applications/domain/mock-settings.ts';
import type { World } from '../../platform/world.ts';
import type { Call } from '../domain/call.ts';
import type { MadeCall } from '../domain/made-call.ts';
import type { Match } from '../domain/match-call.ts';
import type { AskedTargets } from '../store/asked-targets.ts';
import type { CallConsumer } from './call-consumer.ts';
import type { Correlation } from './call-correlation.ts';
import { asRecordedCall, foundAnswer, type MockAnswer, missedAnswer, openedCall, openerOf } from './mock-answer.ts';
import type { ReplayState } from './replay-states.ts';
import type { StartupAnswers } from './startup-answers.ts';

/** A call that an agent asks for. */
export interface Question extends Correlation {
  call: Call;
  /** The call belongs to no request; with `appId`. */
  startup?: boolean | undefined;
  /** Makes a repeat get the same answer, and consume nothing. */
  askId?: string | undefined;
  /** Whether an answer is given again, instead of the policy of the target. */
  reuse?: 'never' | 'always' | undefined;
  /** A call that would be made for real is not: it has no answer. */
  isNeverReal?: boolean | undefined;
  /**
   * The agent answers calls to this target by itself, and asks only for the others: the target does not count as asked.
   */
  isPartial?: boolean | undefined;
}

interface CallAnswererParts extends Pick<World, 'now'> {
  consumer: CallConsumer;
  startups: StartupAnswers;
  targets: AskedTargets;
}

/** Creates the function that answers a call of a replay, and notes it. */
export function callAnswerer({ consumer, startups, targets, now }: CallAnswererParts) {
  return async function answer(
    state: ReplayState,
    { replayId, call, askId, reuse, isPartial, isNeverReal }: Question,
  ): Promise<MockAnswer> {
    const { sealed, canonical } = consumer.madeBy(state, asRecordedCall(call), call.value);
    const { replay } = state;
    if (canonical.isSession) return (await startups.find(replay, canonical)) ?? missedAnswer('NO_MATCH', 'passThrough');

    // A call that no case has may have been made at startup when it was recorded.
    const found = consumer.matchOf(state, canonical, reuse);
    const startup = found.isFound ? null : await startups.find(replay, canonical);
    const miss = missOf(state.mocks, call.target);
    const asked = { ...sealed, response: null, at: now(), ...(isPartial && { isPartial: true as const }) };
    const noted = Promise.all([
      isPartial ? null : targets.note(replay.appId, sealed.target),
      replayId === undefined ? null : targets.noteNamed(replay.appId, call.target),
    ]);
    const match = await consumer.consume(state, {
      canonical,
      askId: askId ?? null,
      ...(reuse && { reuse }),
      // What was not found may be there by now.
      ...(found.isFound && { match: found }),
      callOf(latest): MadeCall {
        const index = latest.isFound ? latest.index : null;
        const strategy = latest.isFound ? latest.strategy : null;
        const one = { ...asked, recorded: index, strategy };
        if (!replay.enableMock) return { ...one, answeredBy: 'target', reason: 'MOCKING_OFF' };
        if (latest.isFound) return { ...one, answeredBy: 'recording', reason: null };
        if (startup !== null) return { ...one, strategy: 'reused', answeredBy: 'recording', reason: null };
        const onMiss = isNeverReal && miss.onMiss === 'passThrough' ? 'fail' : miss.onMiss;
        return { ...one, answeredBy: ANSWERED_BY[onMiss], reason: latest.reason };
      },
    });
    await noted;
    if (!replay.enableMock) return missedAnswer('MOCKING_OFF', 'passThrough');
    if (match.isFound) return recordedAnswer(state, match);
    if (startup !== null) return startup;
    const response = miss.response === undefined ? null : JSON.stringify(miss.response);
    return missedAnswer(match.reason, miss.onMiss, { nearest: match.nearest, response });
  };
}

function recordedAnswer(
  { calls, mocks, replay, sealer }: ReplayState,
  { index, strategy }: Extract<Match, { isFound: true }>,
): MockAnswer {
  const recorded = calls[index];
  if (recorded === undefined) throw new Error('a consumed call is not in its case');
  const waits = mocks.replayLatency === 'recorded';
  return foundAnswer(openedCall(recorded, openerOf(replay, sealer), replay.aliases), { strategy, index, waits });
}

const ANSWERED_BY = { fail: 'nothing', passThrough: 'target', default: 'default' } as const;
