import type { World } from '../../platform/world.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { MadeCalls } from '../store/made-calls.ts';
import { type CallConsumer, MAX_MADE_CALLS } from './call-consumer.ts';
import type { ReplayStates } from './replay-states.ts';

interface CallReporterParts extends Pick<World, 'now'> {
  states: ReplayStates;
  consumer: CallConsumer;
  made: MadeCalls;
}

/**
 * Creates the function that notes calls that were made for real, each with the recorded call that it corresponds to;
 * durable when resolved. An empty list says that an agent was there. Null if no such replay is in progress; else the
 * indexes that were too many.
 */
export function callReporter({ states, consumer, made, now }: CallReporterParts) {
  return async function report(
    replayId: string,
    calls: readonly RecordedCall[],
    reportId: string | null,
  ): Promise<number[] | null> {
    const state = await states.find(replayId);
    if (state === null) return null;
    const at = now();
    const left = Math.max(0, MAX_MADE_CALLS - state.noted);
    await Promise.all(
      calls.slice(0, left).map(async (call, index) => {
        const { sealed, canonical } = consumer.madeBy(state, call);
        if (canonical.isSession) return;
        await consumer.consume(state, {
          canonical,
          askId: reportId === null ? null : `${reportId}.${index}`,
          reuse: 'never',
          callOf: (found) => ({
            ...sealed,
            recorded: found.isFound ? found.index : null,
            answeredBy: 'target',
            strategy: found.isFound ? found.strategy : null,
            reason: found.isFound ? null : found.reason,
            at,
          }),
        });
      }),
    );
    await made.reported(replayId, state.replay.expiresAt);
    return calls.map((_, index) => index).slice(left);
  };
}
