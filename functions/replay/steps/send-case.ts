import type { SendingServices } from '../composition.ts';
import { baselineSide } from '../domain/baseline/baseline-side.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { DAMAGED_RECORDING } from '../domain/results/clusters.ts';
import type { CutSession } from '../domain/sessions/cut-session.ts';
import { roundSending } from '../service/sending/round-sending.ts';
import type { LoginCase } from '../service/sending/session-login.ts';
import { bothSender } from './both-sender.ts';
import type { BuildValues } from './build-values.ts';
import { buildValuesOf } from './build-values-of.ts';
import { chunkCases } from './chunk-cases.ts';
import { outcomeWriter, type SendingCase } from './outcome-writer.ts';
import { preparedCase } from './prepared-case.ts';
import { secondSender } from './second-sending.ts';
import { sendableCases } from './sendable-cases.ts';
import type { SentCase } from './sent-case.ts';
import type { SentOutcomes } from './sent-outcomes.ts';

type Services = Pick<
  SendingServices,
  | 'recordings'
  | 'recordingKeys'
  | 'rules'
  | 'sealedSettings'
  | 'targets'
  | 'results'
  | 'work'
  | 'log'
  | 'http'
  | 'newId'
  | 'now'
  | 'elapsed'
  | 'mocks'
  | 'replayKeys'
  | 'secondSendings'
> & { signal: AbortSignal };

/**
 * Creates `send`, which sends one case, compares the response and stores the outcome (null if the recording no longer
 * exists, 'stopped' if sending ended before the case could be sent), and `valuesOf`, the values of a lane to send with
 * (null if the application does not map values). `done`: items that have a stored outcome; `outcomes` stores those of
 * others.
 */
export async function caseSender(
  plan: ReplayPlan,
  round: number,
  whole: Chunk,
  outcomes: SentOutcomes,
  { done, ...services }: Services & { done: ReadonlySet<number> },
) {
  const sending = await roundSending(plan, round, services);
  const { settings } = sending;
  const cases = sendableCases(sending, services);
  const stored = chunkCases(whole, { done, mapsValues: settings.replay.aliasValues }, services);
  const writeOutcome = outcomeWriter(plan, outcomes, sending, services);
  const beside = baselineSide(plan);
  const both = beside && { plan, beside, round, chunk: whole, sending, outcomes };
  const sendBoth = both && (await bothSender(both, services));
  const sendAgain = both === null ? secondSender(plan, round, whole, sending, services) : null;

  async function send(
    planned: PlannedCase,
    turn: LoginCase['turn'],
    values: BuildValues | null,
    session: CutSession,
  ): Promise<SentCase | null | 'stopped'> {
    const lane = values?.target ?? null;
    const facts = {
      plan_id: plan.planId,
      plan_item_id: planItemId(plan.planId, planned.item),
      trace_id: planned.traceId,
    };
    const ahead = await lane?.next(planned.item);
    const { end, stored: payload } = await stored.take(planned, ahead?.stored);
    const one = end && payload && (await cases.sendable(planned, payload, ahead?.comparable));
    if (end === undefined || one === undefined) {
      await noteUnsent(outcomes, planned, facts, services);
      return null;
    }
    if (sendBoth !== null) return sendBoth({ planned, end, one, lane, session, facts, turn, values });
    const { request, mapping, about } = await preparedCase({ planned, end, one, facts, turn }, lane);
    const sent = await sending.sendRequest(request, planned.traceId, about, (outcome, as) =>
      writeOutcome({ planned, end, one, mapping, lane, session, facts }, outcome, as),
    );
    if (sent === 'stopped') return sent;
    const { result: head } = sent;
    if (head !== null) await sendAgain?.({ planned, request, about, head, calls: one.calls, counts: head.calls });
    return sent.sent;
  }

  const valuesOf = buildValuesOf({ plan, beside, round }, { ...sending, comparableOf: cases.comparableOf }, services);

  return { send, valuesOf };
}

/** Notes why a case is not sent. */
async function noteUnsent(
  outcomes: SentOutcomes,
  planned: PlannedCase,
  facts: SendingCase['facts'],
  { recordings, log }: Pick<Services, 'recordings' | 'log'>,
): Promise<void> {
  if (await recordings.isUnreadable(planned.caseId)) {
    log.error('recording is damaged, so it is not sent', { ...facts, case_id: planned.caseId });
    await outcomes.addWithoutResult(planned, DAMAGED_RECORDING);
  } else log.warn('recording deleted before it was sent', facts);
}
