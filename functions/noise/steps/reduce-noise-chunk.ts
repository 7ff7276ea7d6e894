import { resentSide } from '../../replay/domain/baseline/resent-side.ts';
import { canResend } from '../../replay/domain/can-resend.ts';
import type { RoundSending } from '../../replay/service/sending/round-sending.ts';
import { mayHaveWritten } from '../domain/may-have-written.ts';
import { mergeNoiseFacts, type NoiseFacts, type NoSecondAnswer } from '../domain/noise-facts.ts';
import type { requestJudge } from '../service/request-judge.ts';
import type { Failing } from './failing-requests.ts';
import type { NoiseWork } from './paced-resending.ts';
import type { Resending } from './resending.ts';

const isAnswered = ({ head }: Failing) => head.recordedStatus !== null && head.replayedStatus !== null;

/** What judges the requests of a round. */
export interface Judging {
  sending: RoundSending;
  again: Resending;
  judge: ReturnType<typeof requestJudge>;
}

/**
 * Creates the function that judges the requests of one chunk that were not judged while the round was sent. It returns
 * `unfinished` if time ran out, `ended` if the round was stopped in the meantime. `resent`: takes the items that it
 * sent again.
 */
export function chunkJudge(
  { plan, round, services, signal, until }: NoiseWork,
  { sending, again, judge: { judge } }: Judging,
  resent: Set<number>,
) {
  const { noise, results, targets, elapsed, log } = services;
  // Another answer now would prove nothing.
  const isTooLate = mayHaveWritten(round);

  /** Why requests are not sent again, by item, so that no turn of the pace is used for them. */
  async function notSendable(failing: readonly Failing[]): Promise<ReadonlyMap<number, NoSecondAnswer>> {
    const reasons = new Map<number, NoSecondAnswer>();
    if (failing.length === 0) return reasons;
    // The target may have been removed since the replay.
    const isClosed = again.isTargetGone() || !(await targets.isStillAllowed(resentSide(plan)));
    for (const one of failing) {
      const recorded = await again.recordedOf(one);
      // The calls of the running build are not known here.
      const calls = plan.baselineEnv === undefined ? one.head.calls : undefined;
      const isUnsafe = recorded && !canResend(recorded.request.method, calls, sending.settings);
      if (isUnsafe) reasons.set(one.planned.item, 'UNSAFE_METHOD');
      else if (!recorded || isClosed || isTooLate || !isAnswered(one)) reasons.set(one.planned.item, 'NOT_SENT');
    }
    return reasons;
  }

  return async function judgeChunk(index: number): Promise<NoiseFacts | 'unfinished' | 'ended'> {
    if (signal.aborted || elapsed() >= until) return 'unfinished';
    const chunk = await results.findChunk(plan.planId, round.round, index);
    if (chunk === undefined) throw new Error('the chunk was never written');
    const failing = await again.failingOf(chunk);
    const pending = async () => {
      const judged = await noise.itemsOf(plan.planId, round.round, chunk);
      return failing.filter(({ planned }) => !judged.has(planned.item));
    };
    const waiting = await pending();
    const reasons = await notSendable(waiting);
    const sendable = waiting.filter(({ planned }) => !reasons.has(planned.item));
    await again.sendAll(sendable, until, (one, turn) => {
      resent.add(one.planned.item);
      return again.resend(one, turn, (answer) => judge(one, answer));
    });
    if (again.isEnded()) return 'ended';
    if (again.isTargetGone())
      log.warn('noise reduction stopped sending', { plan_id: plan.planId, timeouts: again.timeouts() });
    for (const one of await pending()) {
      const why = reasons.get(one.planned.item);
      if (why === undefined && !again.isTargetGone()) return 'unfinished';
      await judge(one, why ?? 'NOT_SENT');
    }
    const judged = await noise.itemsOf(plan.planId, round.round, chunk);
    const facts = mergeNoiseFacts([...judged.values()]);
    await noise.putChunk(plan, round.round, index, facts);
    return facts;
  };
}
