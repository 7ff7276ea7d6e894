import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { SecondAnswer } from '../../replay/composition.ts';
import { resentStatus } from '../../replay/domain/baseline/resent-side.ts';
import { countedTimeouts, isBroken, NO_TIMEOUTS, type TimeoutCounts } from '../../replay/domain/breaker.ts';
import type { RoundSending } from '../../replay/service/sending/round-sending.ts';
import type { Sent } from '../../replay/service/sending/send-paced.ts';
import type { LoginCase } from '../../replay/service/sending/session-login.ts';
import { type Failing, failingRequests } from './failing-requests.ts';
import { type NoiseWork, pacedResending } from './paced-resending.ts';

type Turn = LoginCase['turn'];
export type Resending = ReturnType<typeof resending>;

/** What sends failing requests of a round again after its last request. */
export function resending({ plan, round, services, signal }: Omit<NoiseWork, 'until'>, sending: RoundSending) {
  const { sendRequest, callsOf } = sending;
  const { failingOf, recordedOf, sentBefore } = failingRequests(plan, round, sending, services);
  let counts: TimeoutCounts = NO_TIMEOUTS;
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
    const { caseId, version, recordedAt } = planned;
    // With the values that the build issued before.
    const { request, aliases } = (await sentBefore(failing)) ?? { ...recorded, aliases: [] };
    const { calls } = recorded;
    const replayed = {
      planItemId,
      caseId,
      ...(version !== undefined && { version }),
      recordedAt,
      calls: calls.length,
      aliases,
    };
    const about = { planned, recorded: recorded.request, recordedStatus: head.recordedStatus, turn, replayed };
    const sent = await sendRequest(request, planned.traceId, about, async (outcome, newly) => {
      counts = countedTimeouts(counts, outcome);
      const slowsDown = isFailure(outcome, resentStatus(plan, head));
      await received({ outcome, calls: await callsOf(newly, calls), secrets: newly.secrets });
      return { slowsDown };
    });
    return sent === 'stopped' ? null : sent;
  }

  return {
    failingOf,
    recordedOf,
    resend,
    isTargetGone,
    timeouts: () => counts.timeouts,
    ...pacedResending({ plan, round, services, signal }, isTargetGone),
  };
}

/** A failure that the first replay did not have means that requests must be sent more slowly. */
const isFailure = (outcome: OutboundOutcome, statusBefore: number | null) =>
  outcome.kind !== 'response' || outcome.truncated || (outcome.status >= 400 && outcome.status !== statusBefore);
