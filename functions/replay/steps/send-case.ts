import { keptWords } from '../../platform/json/tape-words.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { SendingServices } from '../composition.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { DAMAGED_RECORDING } from '../domain/results/clusters.ts';
import type { CutSession } from '../domain/sessions/cut-session.ts';
import { aliasesOf } from '../domain/values/session-values.ts';
import { comparisonSetup } from '../service/sending/comparison-setup.ts';
import { callNotice } from '../service/sending/noticed-calls.ts';
import type { Sent } from '../service/sending/send-paced.ts';
import { type LoginCase, sessionLogin } from '../service/sending/session-login.ts';
import type { LaneCases } from './cases-ahead.ts';
import { type LaneValues, laneValues } from './lane-values.ts';
import { outcomeWriter, type SendingCase } from './outcome-writer.ts';
import { runValues } from './run-values.ts';
import { secondSender } from './second-sending.ts';
import { sendableCases } from './sendable-cases.ts';

export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
  isFailing: boolean;
}

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
 * (null if the application does not map values).
 */
export async function caseSender(plan: ReplayPlan, round: number, whole: Chunk, services: Services) {
  const { chunk } = whole;
  const { recordings } = services;
  const setup = await comparisonSetup(plan, services);
  const { currentRules, settings, opener, keys, credentialSettings } = setup;
  const cases = sendableCases(setup, services);
  const noticedCalls = callNotice(services);
  const sendRequest = sessionLogin(plan, round, settings, services, opener);
  const words = keptWords();
  const writeOutcome = outcomeWriter(plan, round, chunk, noticedCalls, setup, services);
  const sendAgain = secondSender(plan, round, whole, { setup, sendRequest, noticedCalls }, services);

  async function send(
    planned: PlannedCase,
    turn: LoginCase['turn'],
    lane: LaneValues | null,
    session: CutSession,
  ): Promise<SentCase | null | 'stopped'> {
    const facts = {
      plan_id: plan.planId,
      plan_item_id: planItemId(plan.planId, planned.item),
      trace_id: planned.traceId,
    };
    const ahead = await lane?.next(planned.item);
    const [head, stored] = await Promise.all([
      undefinedIfDamaged(recordings.find(planned.caseId)),
      ahead?.stored ?? recordings.storedPayload(planned.caseId),
    ]);
    const one = head && stored && (await cases.sendable(planned, stored, ahead?.comparable));
    if (head === undefined || one === undefined) {
      await noteUnsent({ plan, round, chunk, services }, planned, facts);
      return null;
    }
    const mapped = await lane?.mapped(planned.item, one.request);
    const mapping = (mapped && lane?.mappingOf(planned.item, one.request, mapped)) ?? null;
    const replayed = {
      planItemId: facts.plan_item_id,
      caseId: planned.caseId,
      recordedAt: head.recordedAt,
      calls: one.calls.length,
      aliases: aliasesOf(mapped?.used ?? []),
    };
    const about = { planned, recorded: one.request, recordedStatus: head.status, turn, replayed };
    const request = mapped?.request ?? one.request;
    const sending = { planned, head, one, mapping, lane, session, facts };
    const sent = await sendRequest(request, planned.traceId, about, (outcome, as) =>
      writeOutcome(sending, outcome, as),
    );
    if (sent === 'stopped') return sent;
    if (sent.result !== null) await sendAgain?.({ planned, request, about, head: sent.result, calls: one.calls });
    return sent.sent;
  }

  function valuesOf(lane: Pick<LaneCases, 'cases' | 'done'>): LaneValues | null {
    if (!settings.replay.aliasValues) return null;
    const { planId, targetEnv } = plan;
    const run = runValues(`${planId}-${round}`);
    const { comparableOf } = cases;
    const sealing = { settings: credentialSettings, keys };
    return laneValues(
      { ...lane, planId, targetEnv, round, run, rules: currentRules, sealing, words, comparableOf },
      services,
    );
  }

  return { send, valuesOf };
}

interface SendingChunk {
  plan: ReplayPlan;
  round: number;
  chunk: number;
  services: Pick<Services, 'recordings' | 'results' | 'log'>;
}

/** Notes why a case is not sent. */
async function noteUnsent(
  { plan, round, chunk, services: { recordings, results, log } }: SendingChunk,
  planned: PlannedCase,
  facts: SendingCase['facts'],
): Promise<void> {
  if (await recordings.isUnreadable(planned.caseId)) {
    log.error('recording is damaged, so it is not sent', { ...facts, case_id: planned.caseId });
    await results.addWithoutResult(plan, round, chunk, planned, DAMAGED_RECORDING);
  } else log.warn('recording deleted before it was sent', facts);
}
