import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { repeatEvery } from '../../platform/steps/repeat-every.ts';
import { countedTimeouts, isBroken, NO_TIMEOUTS, type TimeoutCounts } from '../../replay/domain/breaker.ts';
import { lanes } from '../../replay/domain/lanes.ts';
import { laneSchedule } from '../../replay/domain/order/schedules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { comparisonSetup } from '../../replay/service/sending/comparison-setup.ts';
import { callNotice } from '../../replay/service/sending/noticed-calls.ts';
import { type Sent, sendPaced } from '../../replay/service/sending/send-paced.ts';
import { type LoginCase, sessionLogin } from '../../replay/service/sending/session-login.ts';
import type { SecondAnswer } from '../../replay/services.ts';
import type { ReducingServices } from '../services.ts';
import { type Failing, failingRequests } from './failing-requests.ts';

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

type Turn = LoginCase['turn'];
export type Resending = ReturnType<typeof resending>;

/** What sends failing requests of a round again after its last request. */
export function resending(
  { plan, round, services, signal }: Omit<NoiseWork, 'until'>,
  setup: Awaited<ReturnType<typeof comparisonSetup>>,
) {
  const { plans, targets, elapsed } = services;
  const { settings, opener } = setup;
  const noticedCalls = callNotice(services);
  const sendRequest = sessionLogin(plan, round.round, settings, services, opener);
  const { failingOf, recordedOf, sentBefore } = failingRequests(plan, round, setup, services);
  let counts: TimeoutCounts = NO_TIMEOUTS;
  let ended = false;
  const isTargetGone = () => isBroken(counts, round.selection?.requests ?? 0);

  /** Sends a request again; null if it cannot be sent, or if sending ended before it was sent. */
  async function resend(
    failing: Failing,
    turn: Turn,
    received: (answer: SecondAnswer) => Promise<unknown>,
  ): Promise<Sent | null> {
    const { planned, head } = failing;
    const recorded = await recordedOf(failing);
    if (!recorded || head.replayedStatus === null || head.recordedStatus === null) return null;
    const { planItemId } = head;
    const { caseId, recordedAt } = planned;
    // With the values that the target issued before.
    const { request, aliases } = (await sentBefore(failing)) ?? { ...recorded, aliases: [] };
    const { calls } = recorded;
    const replayed = { planItemId, caseId, recordedAt, calls: calls.length, aliases };
    const about = { planned, recorded: recorded.request, recordedStatus: head.recordedStatus, turn, replayed };
    const sent = await sendRequest(request, planned.traceId, about, async (outcome, { replayId, begun, secrets }) => {
      counts = countedTimeouts(counts, outcome);
      const slowsDown = isFailure(outcome, head.replayedStatus);
      const replay = { replayId, appId: plan.appId, round: `${plan.planId}-${round.round}` };
      await received({ outcome, calls: begun ? await noticedCalls(replay, calls) : null, secrets });
      return { slowsDown };
    });
    return sent === 'stopped' ? null : sent;
  }

  /** Sends requests at the plan's pace, those of one session in order, until the round is stopped or the target gone. */
  async function sendAll<T extends Failing>(
    failing: readonly T[],
    until: number,
    send: (one: T, turn: Turn) => Promise<Sent | null>,
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
      if (!(await targets.isStillAllowed(plan))) over.abort();
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
    failingOf,
    recordedOf,
    resend,
    sendAll,
    isTargetGone,
    timeouts: () => counts.timeouts,
    /** Whether the round was stopped in the meantime. */
    isEnded: () => ended,
  };
}

/** A failure that the first replay did not have means that requests must be sent more slowly. */
const isFailure = (outcome: OutboundOutcome, statusBefore: number | null) =>
  outcome.kind !== 'response' || outcome.truncated || (outcome.status >= 400 && outcome.status !== statusBefore);
