import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import { keptWords } from '../../platform/json/tape-words.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { type CaseOutcome, DAMAGED_RECORDING, UNANSWERED_CALLS } from '../domain/results/clusters.ts';
import { isFailing } from '../domain/results/is-failing.ts';
import { listedPath } from '../domain/results/listed-path.ts';
import {
  type ComparedSentCase,
  compareSentCase,
  compareSentCaseJob,
  type NoticedFacts,
  uncomparedSentCase,
} from '../domain/results/sent-case.ts';
import { type CutSession, noteAnswer } from '../domain/sessions/cut-session.ts';
import type { SessionValues } from '../domain/values/session-values.ts';
import { aliasesOf } from '../domain/values/value-aliases.ts';
import { comparisonSetup } from '../service/sending/comparison-setup.ts';
import { callNotice } from '../service/sending/noticed-calls.ts';
import type { Sent } from '../service/sending/send-paced.ts';
import { type LoginCase, sessionLogin } from '../service/sending/session-login.ts';
import type { SendingServices } from '../services.ts';
import { casePayloadOf } from './case-payload-of.ts';
import { type ComparableCase, type LaneCases, type LaneValues, laneValues } from './lane-values.ts';
import { runValues } from './run-values.ts';
import { secondSender } from './second-sending.ts';

export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
  isFailing: boolean;
}

/** What comparing a case depends on that is known only when it has been sent. */
interface SentFacts {
  mapping: CaseMapping | null;
  noticed: NoticedFacts;
  secrets: readonly Secret[];
}

/**
 * Creates `send`, which sends one case, compares the response and stores the outcome (null if the recording no longer
 * exists, 'stopped' if sending ended before the case could be sent), and `valuesOf`, the values of a lane to send with
 * (null if the application does not map values).
 */
export async function caseSender(
  plan: ReplayPlan,
  round: number,
  whole: Chunk,
  services: Pick<
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
  > & { signal: AbortSignal },
) {
  const { chunk } = whole;
  const { recordings, results, work, log } = services;
  const setup = await comparisonSetup(plan, services);
  const { today, settings, sealer, opener, keys, kept } = setup;
  const noticedCalls = callNotice(services);
  const sendRequest = sessionLogin(plan, round, settings, services, opener);
  const comparedUnder = valueRulesDigest(today);
  const rulesOf = rulesCompiler(today);
  const words = keptWords();
  const sendAgain = secondSender(plan, round, whole, { setup, sendRequest, noticedCalls }, services);

  /** A stored case as it is compared; null for bytes that are not a case. */
  function comparableOf(caseId: string, bytes: Uint8Array): ComparableCase | null {
    const payload = casePayloadOf(bytes);
    return payload && comparablePayload(payload, caseId, kept, sealer);
  }

  /** The request of a case, and how its outcome is compared; undefined if its recording has expired. */
  async function sendable(planned: PlannedCase, stored: StoredValue, ahead: ComparableCase | undefined) {
    const { caseId, operation } = planned;
    if (stored.size < MIN_POOLED_BYTES) {
      const bytes = ahead ? undefined : await stored.bytes();
      const comparable = ahead ?? (bytes && comparableOf(caseId, bytes));
      if (!comparable) return undefined;
      const { request, response, calls } = comparable.payload;
      const { settings: today } = comparable;
      const sent = { operation, request, recorded: response, settings: today, recordedCalls: calls };
      return {
        request,
        calls,
        recorded: response,
        compare: async (replayed: OutboundOutcome, facts: SentFacts) =>
          bodyBytes(replayed) < MIN_POOLED_BYTES
            ? compareSentCase({ ...sent, replayed, ...facts }, rulesOf(operation), sealer)
            : compareLarge(planned, stored, replayed, facts),
      };
    }
    // Without its request nothing can be sent: the case ends without an outcome.
    const read = await setup.sendable(caseId, stored);
    if (read === null) return undefined;
    return {
      ...read,
      recorded: null,
      compare: (replayed: OutboundOutcome, facts: SentFacts) => compareLarge(planned, stored, replayed, facts),
    };
  }

  async function compareLarge(
    { caseId, operation }: PlannedCase,
    stored: StoredValue,
    replayed: OutboundOutcome,
    facts: SentFacts,
  ): Promise<(ComparedSentCase & { values?: SessionValues | null }) | null | 'over budget'> {
    const { body = NO_BYTES, ...head } = replayed.kind === 'response' ? replayed : { ...replayed, body: NO_BYTES };
    const compared = await work.run(
      compareSentCaseJob,
      async () => ({
        caseId,
        stored: await stored.bytes(),
        body,
        head,
        operation,
        rules: today,
        settings: kept,
        keys,
        ...facts,
      }),
      { bytes: stored.size + body.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { outcome, calls, mapped, shared, values, ...payload } = compared.value;
    return { outcome, calls, mapped, shared, values, payload };
  }

  async function send(
    planned: PlannedCase,
    turn: LoginCase['turn'],
    lane: LaneValues | null,
    session: CutSession,
  ): Promise<SentCase | null | 'stopped'> {
    const { operation } = planned;
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
    const one = head && stored && (await sendable(planned, stored, ahead?.comparable));
    if (head === undefined || one === undefined) {
      if (await recordings.isUnreadable(planned.caseId)) {
        log.error('recording is damaged, so it is not sent', { ...facts, case_id: planned.caseId });
        await results.addWithoutResult(plan, round, chunk, planned, DAMAGED_RECORDING);
      } else log.warn('recording deleted before it was sent', facts);
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
    const sent = await sendRequest(
      request,
      planned.traceId,
      about,
      async (outcome, { replayId, replayedAt, begun, secrets, loggedIn }) => {
        const answer = outcome.kind === 'response' ? { replayedStatus: outcome.status } : { replayedStatus: null };
        const { kind, durationMs } = outcome;
        const replay = { replayId, appId: plan.appId, round: `${plan.planId}-${round}` };
        const noticed = {
          calls: begun ? await noticedCalls(replay, one.calls) : null,
          enableMock: plan.enableMock,
          recordedAt: head.recordedAt,
          replayedAt,
        };
        const compared = await one.compare(outcome, { mapping, noticed, secrets });
        if (planned.cut)
          noteAnswer(session, head.status, one.recorded, outcome.kind === 'response' ? outcome : null, replayedAt);
        const {
          outcome: answered,
          calls,
          payload,
          mapped: fields,
          shared,
          values,
        } = compared === null || compared === 'over budget'
          ? { ...uncomparedSentCase(operation, one.request), values: null }
          : { values: null, ...compared };
        const found: CaseOutcome =
          planned.cut && session.isRefused && isFailing(answered) ? { ...answered, cut: true } : answered;
        lane?.learned(shared, values);
        if (noticed.calls?.isUnanswered) {
          await results.addWithoutResult(plan, round, chunk, planned, UNANSWERED_CALLS);
          log.warn('case has no result: the service did not answer a downstream call', facts);
          return { result: null, sent: { kind, slowsDown: true, isFailing: false } };
        }
        const dropped = lane?.dropped() ?? 0;
        const result = {
          item: planned.item,
          planItemId: facts.plan_item_id,
          caseId: planned.caseId,
          traceId: planned.traceId,
          replayId,
          outcome: found,
          ...(fields > 0 && { mapped: fields }),
          ...(dropped > 0 && { dropped }),
          ...(calls && { calls }),
          comparedUnder,
          replayedAt,
          ...(loggedIn && { loggedIn }),
          path: listedPath(one.request.path),
          recordedStatus: head.status,
          ...answer,
          recordedMs: head.durationMs,
          replayedMs: durationMs,
        };
        await results.add(plan, round, chunk, result, payload);
        // A lookup of a failure by its trace finds how it ended.
        const write = found.failure === null ? log.debug : log.info;
        write('case replayed', { ...facts, replay_id: replayId, outcome: found.failure ?? 'answered' });
        return { result, sent: { kind, slowsDown: found.failure !== null, isFailing: isFailing(found) } };
      },
    );
    if (sent === 'stopped') return sent;
    if (sent.result !== null) await sendAgain?.({ planned, request, about, head: sent.result, calls: one.calls });
    return sent.sent;
  }

  return {
    send,
    valuesOf: (lane: Pick<LaneCases, 'cases' | 'done'>): LaneValues | null =>
      settings.replay.aliasValues
        ? laneValues(
            {
              ...lane,
              planId: plan.planId,
              targetEnv: plan.targetEnv,
              round,
              run: runValues(`${plan.planId}-${round}`),
              rules: today,
              sealing: { settings: kept, keys },
              words,
              comparableOf,
            },
            services,
          )
        : null,
  };
}

const NO_BYTES = new Uint8Array();

const bodyBytes = (outcome: OutboundOutcome): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);
