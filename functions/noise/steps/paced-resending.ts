import { repeatEvery } from '../../platform/steps/repeat-every.ts';
import { resentSide } from '../../replay/domain/baseline/resent-side.ts';
import { lanes } from '../../replay/domain/lanes.ts';
import { laneSchedule } from '../../replay/domain/order/schedules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { type Sent, sendPaced } from '../../replay/service/sending/send-paced.ts';
import type { LoginCase } from '../../replay/service/sending/session-login.ts';
import type { ReducingServices } from '../composition.ts';
import type { Failing } from './failing-requests.ts';

/** How often requests that wait for their turn check for a stop and for a removed target. */
const HEARTBEAT_MS = 1000;

export interface NoiseWork {
  plan: ReplayPlan;
  round: ReplayRound;
  services: ReducingServices;
  signal: AbortSignal;
  /** Monotonic ms after which no new request starts. */
  until: number;
}

/** Sends requests of a round again at the pace of its plan, until the round is stopped or `isTargetGone`. */
export function pacedResending(
  { plan, round, services: { plans, targets, elapsed }, signal }: Omit<NoiseWork, 'until'>,
  isTargetGone: () => boolean,
) {
  let ended = false;

  /**
   * Sends requests at the plan's pace, those of one session in order, until the round is stopped or the target gone.
   */
  async function sendAll<T extends Failing>(
    failing: readonly T[],
    until: number,
    send: (one: T, turn: LoginCase['turn']) => Promise<Sent | null>,
  ): Promise<void> {
    if (failing.length === 0) return;
    const waiting = failing.map((one) => ({ one, session: one.planned.session }));
    const over = new AbortController();
    const look = async () => {
      const latest = await plans.findRound(plan.planId, round.round);
      ended ||= latest?.result !== null || latest.interruption !== null;
      if (ended || isTargetGone()) over.abort();
    };
    /** The target may have been removed since the replay, or since the request before. */
    const check = async () => {
      await look();
      if (!(await targets.isStillAllowed(resentSide(plan)))) over.abort();
    };
    await check();
    const beat = repeatEvery(check, HEARTBEAT_MS);
    try {
      await sendPaced({
        schedule: laneSchedule(lanes(waiting)),
        runners: plan.load.concurrency,
        paceKey: `${plan.planId}-${round.round}-noise`,
        maxQps: plan.load.maxQps,
        signal,
        until,
        elapsed,
        stopped: over.signal,
        // Checks before every request, so that no request starts after a stop was answered (interface 10).
        async send({ one }, turn) {
          await look();
          return over.signal.aborted ? null : send(one, turn);
        },
      });
    } finally {
      await beat.stop();
    }
  }

  return {
    sendAll,
    /** Whether the round was stopped in the meantime. */
    isEnded: () => ended,
  };
}
