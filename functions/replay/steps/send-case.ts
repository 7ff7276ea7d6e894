import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import type { ValueAlias } from '../../mocks/domain/value-aliases.ts';
import { keptWords } from '../../platform/json/tape-words.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import { recordedRequestJob } from '../../recordings/domain/recorded-request-job.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import {
  type ComparedSentCase,
  compareSentCase,
  compareSentCaseJob,
  uncomparedSentCase,
} from '../domain/results/sent-case.ts';
import type { UsedMapping } from '../domain/values/mapped-request.ts';
import type { SessionValues } from '../domain/values/session-values.ts';
import type { SendingServices } from '../services.ts';
import { casePayloadOf } from './case-payload-of.ts';
import { type ComparableCase, type LaneCases, type LaneValues, laneValues } from './lane-values.ts';
import { runValues } from './run-values.ts';
import type { Sent } from './send-paced.ts';
import { type LoginCase, sessionLogin } from './session-login.ts';

export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
}

/**
 * Creates `send`, which sends one case, compares the response and stores the outcome (null if the recording no longer
 * exists, 'stopped' if sending ended before the case could be sent), and `valuesOf`, the values of a lane to send with
 * (null if the application does not map values).
 */
export async function caseSender(
  plan: ReplayPlan,
  round: number,
  { chunk }: Chunk,
  services: Pick<
    SendingServices,
    | 'recordings'
    | 'recordingKeys'
    | 'rules'
    | 'sealedSettings'
    | 'results'
    | 'work'
    | 'log'
    | 'http'
    | 'newId'
    | 'now'
    | 'mocks'
  >,
) {
  const { recordings, recordingKeys, rules, sealedSettings, results, work, log } = services;
  const [today, settings, sealer] = await Promise.all([
    rules.inForce(plan.appId),
    sealedSettings.settings(plan.appId),
    recordingKeys.sealer(),
  ]);
  const { keys } = sealer;
  const kept = { redact: settings.redact, credentials: settings.credentials };
  const sendRequest = sessionLogin(plan, round, settings, services, sealer);
  const comparedUnder = valueRulesDigest(today);
  const rulesOf = rulesCompiler(today);
  const words = keptWords();

  /** A stored case as it is compared; null for bytes that are no case. */
  function comparableOf(bytes: Uint8Array): ComparableCase | null {
    const payload = casePayloadOf(bytes);
    return payload && comparablePayload(payload, kept, sealer);
  }

  /** The request of a case, and how its outcome is compared; undefined if its recording has expired. */
  async function sendable(operation: string, stored: StoredValue, ahead: ComparableCase | undefined) {
    if (stored.size < MIN_POOLED_BYTES) {
      const bytes = ahead ? undefined : await stored.bytes();
      const comparable = ahead ?? (bytes && comparableOf(bytes));
      if (!comparable) return undefined;
      const { request, response, calls } = comparable.payload;
      const sent = { operation, request, recorded: response, settings: comparable.settings };
      return {
        request,
        calls: calls.length,
        compare: async (replayed: OutboundOutcome, mapping: CaseMapping | null) =>
          bodyBytes(replayed) < MIN_POOLED_BYTES
            ? compareSentCase({ ...sent, replayed, mapping }, rulesOf(operation), sealer)
            : compareLarge(operation, stored, replayed, mapping),
      };
    }
    const read = await work.run(
      recordedRequestJob,
      async () => ({ stored: await stored.bytes(), settings: kept, keys }),
      {
        bytes: stored.size,
      },
    );
    // Without its request nothing can be sent: the case ends without an outcome.
    if (!read.ok || read.value === null) return undefined;
    const { request, calls } = read.value;
    return {
      request,
      calls,
      compare: (replayed: OutboundOutcome, mapping: CaseMapping | null) =>
        compareLarge(operation, stored, replayed, mapping),
    };
  }

  async function compareLarge(
    operation: string,
    stored: StoredValue,
    replayed: OutboundOutcome,
    mapping: CaseMapping | null,
  ): Promise<(ComparedSentCase & { values?: SessionValues | null }) | null | 'over budget'> {
    const { body = NO_BYTES, ...head } = replayed.kind === 'response' ? replayed : { ...replayed, body: NO_BYTES };
    const compared = await work.run(
      compareSentCaseJob,
      async () => ({
        stored: await stored.bytes(),
        body,
        head,
        operation,
        rules: today,
        settings: kept,
        keys,
        mapping,
      }),
      { bytes: stored.size + body.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { outcome, mapped, shared, values, ...payload } = compared.value;
    return { outcome, mapped, shared, values, payload };
  }

  async function send(
    planned: PlannedCase,
    turn: LoginCase['turn'],
    lane: LaneValues | null,
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
    const one = head && stored && (await sendable(operation, stored, ahead?.comparable));
    if (head === undefined || one === undefined) {
      if (await recordings.isUnreadable(planned.caseId))
        log.error('recording cannot be read, so it is not sent', { ...facts, case_id: planned.caseId });
      else log.warn('recording gone before it was sent', facts);
      return null;
    }
    const mapped = await lane?.mapped(planned.item, one.request);
    const mapping = (mapped && lane?.mappingOf(planned.item, one.request, mapped)) ?? null;
    const replayed = {
      planItemId: facts.plan_item_id,
      caseId: planned.caseId,
      recordedAt: head.recordedAt,
      calls: one.calls,
      aliases: aliasesOf(mapped?.used ?? []),
    };
    const about = { planned, recorded: one.request, recordedStatus: head.status, turn, replayed };
    return sendRequest(
      mapped?.request ?? one.request,
      planned.traceId,
      about,
      async (outcome, { replayId, replayedAt, loggedIn }) => {
        const answer = outcome.kind === 'response' ? { replayedStatus: outcome.status } : { replayedStatus: null };
        const { kind, durationMs } = outcome;
        const compared = await one.compare(outcome, mapping);
        const {
          outcome: found,
          payload,
          mapped: fields,
          shared,
          values,
        } = compared === null || compared === 'over budget'
          ? { ...uncomparedSentCase(operation, one.request), values: null }
          : { values: null, ...compared };
        lane?.learned(shared, values);
        const dropped = lane?.dropped() ?? 0;
        await results.add(
          plan,
          round,
          chunk,
          {
            item: planned.item,
            planItemId: facts.plan_item_id,
            caseId: planned.caseId,
            traceId: planned.traceId,
            replayId,
            outcome: found,
            ...(fields > 0 && { mapped: fields }),
            ...(dropped > 0 && { dropped }),
            comparedUnder,
            replayedAt,
            ...(loggedIn && { loggedIn }),
            recordedStatus: head.status,
            ...answer,
            recordedMs: head.durationMs,
            replayedMs: durationMs,
          },
          payload,
        );
        // A lookup of a failure by its trace finds how it ended.
        const write = found.failure === null ? log.debug : log.info;
        write('case replayed', { ...facts, replay_id: replayId, outcome: found.failure ?? 'answered' });
        return { kind, slowsDown: found.failure !== null };
      },
    );
  }

  return {
    send,
    valuesOf: (lane: Pick<LaneCases, 'cases' | 'done' | 'chunk'>): LaneValues | null =>
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

/** The values that a request was sent with in place of recorded ones, each once. */
const aliasesOf = (used: readonly UsedMapping[]): ValueAlias[] => [
  ...new Map(
    used.map(({ replayed, recorded, thing }) => [`${recorded}\0${thing}`, { replayed, recorded, thing }]),
  ).values(),
];

const NO_BYTES = new Uint8Array();

const bodyBytes = (outcome: OutboundOutcome): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);
