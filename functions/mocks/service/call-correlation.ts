import { accept, type Result, refuse } from '../../platform/result.ts';
import type { Call } from '../domain/call.ts';
import type { ActiveReplays } from '../store/active-replays.ts';
import type { AskedTargets } from '../store/asked-targets.ts';
import type { CallConsumer } from './call-consumer.ts';
import { asRecordedCall } from './mock-answer.ts';
import type { ReplayState, ReplayStates } from './replay-states.ts';

/** Names the request that a call belongs to: exactly one member. `appId`: the only one of the application. */
export interface Correlation {
  replayId?: string | undefined;
  traceId?: string | undefined;
  appId?: string | undefined;
}

export type CorrelationRefusal = 'REPLAY_NOT_FOUND' | 'REPLAY_AMBIGUOUS' | 'REPLAY_ID_NEEDED';

interface CallCorrelationParts {
  active: ActiveReplays;
  states: ReplayStates;
  targets: AskedTargets;
  consumer: CallConsumer;
}

/**
 * Creates the function that finds the replay of a call: of several of one trace, the first that has recorded an equal
 * call that is left.
 */
export function callCorrelation({ active, states, targets, consumer }: CallCorrelationParts) {
  /** The replays that a call may belong to. */
  async function replayIds({ replayId, traceId, appId }: Correlation): Promise<readonly string[]> {
    if (replayId !== undefined) return [replayId];
    if (traceId !== undefined) return active.ofTrace(traceId);
    return appId === undefined ? [] : active.ofApplication(appId);
  }

  /** The replays that a call may belong to without their ids: end users choose trace ids. */
  async function foundByOthers(underWay: readonly ReplayState[], call: Call | null): Promise<ReplayState[]> {
    const mayBe = await Promise.all(
      underWay.map(async ({ mocks: { correlation }, replay }) => {
        if (correlation === 'auto') return call === null || !(await targets.isNamed(replay.appId, call.target));
        return correlation !== 'replayId';
      }),
    );
    return underWay.filter((_, index) => mayBe[index]);
  }

  return async function stateOf(
    question: Correlation,
    call: Call | null,
  ): Promise<Result<ReplayState, CorrelationRefusal>> {
    const ids = await replayIds(question);
    const underWay = (await Promise.all(ids.map(states.find))).filter((state) => state !== null);
    if (underWay.length === 0) return refuse('REPLAY_NOT_FOUND', 'no such replay is in progress');
    const found = question.replayId === undefined ? await foundByOthers(underWay, call) : underWay;
    const [first, ...others] = found;
    if (first === undefined)
      return refuse(
        'REPLAY_ID_NEEDED',
        'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
      );
    if (others.length === 0) return accept(first);
    const fits = (state: ReplayState) => {
      const match = call && consumer.matchOf(state, consumer.madeBy(state, asRecordedCall(call)).canonical);
      return match?.isFound && match.strategy === 'exact';
    };
    const fitting = question.traceId === undefined ? undefined : found.find(fits);
    return fitting
      ? accept(fitting)
      : refuse('REPLAY_AMBIGUOUS', 'several requests are in progress, so the call could belong to any of them');
  };
}
