import { reuseOf } from '../../applications/domain/mock-settings.ts';
import type { SqlText } from '../../recordings/domain/calls/sql-text.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { type CanonicalCall, canonicalCall } from '../domain/canonical-call.ts';
import type { MadeCall } from '../domain/made-call.ts';
import { type Match, matchCall } from '../domain/match-call.ts';
import { sealMadeCall } from '../domain/seal-made-call.ts';
import type { MadeCalls } from '../store/made-calls.ts';
import type { ReplayState } from './replay-states.ts';

/** Maximum calls of one replay that are noted; further ones are answered and not noted. */
export const MAX_MADE_CALLS = 10_000;

export interface CallConsumerOptions {
  made: MadeCalls;
  normalised(sql: string): SqlText;
}

/** A call as it was made, and what becomes of it. */
export interface Consumption {
  canonical: CanonicalCall;
  /** Makes a repeat of the question a repeat; null without one. */
  askId: string | null;
  /** Overrides the policy of the target. */
  reuse?: 'never' | 'always';
  /** What matches now; by default it is looked for. */
  match?: Match;
  /** The call as it is noted. */
  callOf(match: Match): MadeCall;
}

export type CallConsumer = ReturnType<typeof callConsumer>;

/** Matches calls with the recorded ones of their replay, and consumes these. */
export function callConsumer({ made, normalised }: CallConsumerOptions) {
  function matchOf(state: ReplayState, call: CanonicalCall, reuse = reuseOf(state.mocks, call.target)): Match {
    const { candidates, consumed, replay } = state;
    const isConsumed = (index: number) => consumed.has(index);
    return matchCall(call, candidates, { isConsumed, reuse, aliases: replay.aliases });
  }

  async function note(state: ReplayState, call: MadeCall, askId: string | null): Promise<void> {
    if (state.noted >= MAX_MADE_CALLS) return;
    state.noted++;
    await made.note(state.replay.replayId, { call, askId }, state.replay.expiresAt);
  }

  return {
    matchOf,

    /** A call as it is stored, and as it is matched. */
    madeBy({ settings, secrets, sealer }: ReplayState, call: RecordedCall, value?: unknown) {
      const sealed = sealMadeCall(call, { settings, secrets }, sealer);
      const isClear = sealed.request === call.request;
      return { sealed, canonical: canonicalCall(isClear ? { ...sealed, value } : sealed, normalised) };
    },

    /**
     * Consumes the recorded call that matches, which no other call gets: in this process by the set, in all by the
     * table. Up to the first write nothing else runs, so calls that arrive together are matched in their order.
     */
    async consume(state: ReplayState, { canonical, askId, reuse, callOf, ...now }: Consumption): Promise<Match> {
      const { replayId, expiresAt } = state.replay;
      for (let known = now.match; ; known = undefined) {
        const match: Match = known ?? matchOf(state, canonical, reuse);
        if (!match.isFound || match.strategy === 'reused') {
          const before = askId === null ? null : await made.answered(replayId, askId);
          if (before !== null) return { isFound: true, ...before };
          await note(state, callOf(match), askId);
          return match;
        }
        state.consumed.add(match.index);
        const isMine = await made
          .consume(replayId, match, { call: callOf(match), askId }, expiresAt)
          .catch((fault: unknown) => {
            state.consumed.delete(match.index);
            throw fault;
          });
        if (isMine) {
          state.noted++;
          return match;
        }
        const before = askId === null ? null : await made.answered(replayId, askId);
        if (before === null) continue;
        // Whether another call has consumed it shows at the next attempt.
        if (before.index !== match.index) state.consumed.delete(match.index);
        return { isFound: true, ...before };
      }
    },
  };
}
