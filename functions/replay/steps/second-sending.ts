import { pause } from '../../platform/steps/pause.ts';
import type { RecordedCall, RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import type { SecondAnswer, SendingServices } from '../composition.ts';
import type { CallCounts } from '../domain/calls/result-calls.ts';
import { canResend, SAFE_METHODS } from '../domain/can-resend.ts';
import { HOLD_MS, holding } from '../domain/order/holding.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import type { ResultHead } from '../domain/results/result-head.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { LoginCase } from '../service/sending/session-login.ts';

/** A request that was sent, and its outcome. */
export interface SentFirst {
  planned: PlannedCase;
  /** As it was sent. */
  request: RecordedRequest;
  about: LoginCase;
  head: ResultHead;
  /** Its recorded downstream calls. */
  calls: readonly Pick<RecordedCall, 'kind' | 'target'>[];
  /** Its downstream calls of the build that is sent it again, counted. */
  counts: CallCounts | null | undefined;
}

/**
 * Creates the function that sends a failing request again while its session lives, and before anything that was
 * recorded after it: at once, or after a pause where its response lacks a field that a write may have started to make.
 * Where that explains nothing and the session logs out later, a read is sent once more after a pause. Null if noise
 * reduction is off. `sending` sends to the running build in a run that has one.
 */
export function secondSender(
  plan: ReplayPlan,
  round: number,
  { chunk, cases }: Pick<Chunk, 'chunk' | 'cases'>,
  sending: RoundSending,
  { secondSendings, signal }: Pick<SendingServices, 'secondSendings'> & { signal: AbortSignal },
) {
  const second = secondSendings?.of(plan, round, sending);
  if (second === undefined) return null;
  const held = holding(cases);

  /** Undefined if sending ended before it was sent. */
  async function further({ planned, request, about, calls }: SentFirst): Promise<SecondAnswer | undefined> {
    if (!(await about.turn())) return undefined;
    const sent = await sending.sendRequest(request, planned.traceId, about, async (outcome, newly) => ({
      outcome,
      calls: await sending.callsOf(newly, calls),
      secrets: newly.secrets,
    }));
    return sent === 'stopped' ? undefined : sent;
  }

  return async function sendAgain(first: SentFirst): Promise<void> {
    const { planned, request, head, counts } = first;
    const { outcome, recordedStatus, replayedStatus } = head;
    if (recordedStatus === null || replayedStatus === null) return;
    if (!canResend(request.method, counts ?? undefined, sending.settings)) return;
    const failing = { chunk, planned, head };
    const isSafe = SAFE_METHODS.has(request.method);
    // What the target lacks is a change where the running build has it.
    const isHeld =
      plan.baselineEnv === undefined && isSafe && second.lacksField(outcome) && held.isHeldAfterWrite(planned);
    if (!isHeld && !second.isWanted(outcome)) return;

    if (isHeld) await pause(HOLD_MS, signal);
    const again = await further(first);
    if (again === undefined) return;
    const { isPresent, isExplained } = await second.judge(failing, again);
    if (isHeld) return held.noteHeld(planned, isPresent);
    if (isExplained || !isSafe || !held.isHeldBeforeLogout(planned)) return;
    await pause(HOLD_MS, signal);
    const later = await further(first);
    if (later !== undefined) held.noteHeld(planned, (await second.judgeLater(failing, later)).isExplained);
  };
}
