import * as v from 'valibot';
import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import { jsonOfStored, type StoredValue } from '../../platform/values/stored-json.ts';
import { CasePayload } from '../../recordings/domain/recorded-case.ts';
import { recordedRequestJob } from '../../recordings/domain/recorded-request-job.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import {
  type ComparedSentCase,
  compareSentCase,
  compareSentCaseJob,
  uncomparedSentCase,
} from '../domain/results/sent-case.ts';
import type { SendingServices } from '../services.ts';
import type { Sent } from './send-paced.ts';
import { type LoginCase, sessionLogin } from './session-login.ts';

export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
}

/**
 * Creates the function that sends one case, compares the response and stores the outcome; null if the recording no
 * longer exists, 'stopped' if sending ended before the case could be sent.
 */
export async function caseSender(
  plan: ReplayPlan,
  round: number,
  chunk: number,
  services: Pick<
    SendingServices,
    'recordings' | 'recordingKeys' | 'rules' | 'sealedSettings' | 'results' | 'work' | 'log' | 'http' | 'newId' | 'now'
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

  /** The request of a case, and how its outcome is compared; undefined if its recording has expired. */
  async function sendable(operation: string, stored: StoredValue) {
    if (stored.size < MIN_POOLED_BYTES) {
      const bytes = await stored.bytes();
      if (bytes === undefined) return undefined;
      const payload = payloadOf(bytes);
      if (payload === null) return undefined;
      const comparable = comparablePayload(payload, kept, sealer);
      const { request, response } = comparable.payload;
      const sent = { operation, request, recorded: response, settings: comparable.settings };
      return {
        request,
        compare: async (replayed: OutboundOutcome) =>
          bodyBytes(replayed) < MIN_POOLED_BYTES
            ? compareSentCase({ ...sent, replayed }, rulesOf(operation), sealer)
            : compareLarge(operation, stored, replayed),
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
    const { request } = read.value;
    return { request, compare: (replayed: OutboundOutcome) => compareLarge(operation, stored, replayed) };
  }

  async function compareLarge(
    operation: string,
    stored: StoredValue,
    replayed: OutboundOutcome,
  ): Promise<ComparedSentCase | null | 'over budget'> {
    const { body = NO_BYTES, ...head } = replayed.kind === 'response' ? replayed : { ...replayed, body: NO_BYTES };
    const compared = await work.run(
      compareSentCaseJob,
      async () => ({ stored: await stored.bytes(), body, head, operation, rules: today, settings: kept, keys }),
      { bytes: stored.size + body.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { outcome, ...payload } = compared.value;
    return { outcome, payload };
  }

  return async function send(planned: PlannedCase, turn: LoginCase['turn']): Promise<SentCase | null | 'stopped'> {
    const { operation } = planned;
    const facts = {
      plan_id: plan.planId,
      plan_item_id: planItemId(plan.planId, planned.item),
      trace_id: planned.traceId,
    };
    const [head, stored] = await Promise.all([
      undefinedIfDamaged(recordings.find(planned.caseId)),
      recordings.storedPayload(planned.caseId),
    ]);
    const one = head && stored && (await sendable(operation, stored));
    if (head === undefined || one === undefined) {
      if (await recordings.isUnreadable(planned.caseId))
        log.error('recording cannot be read, so it is not sent', { ...facts, case_id: planned.caseId });
      else log.warn('recording gone before it was sent', facts);
      return null;
    }
    const about = { planned, recorded: one.request, recordedStatus: head.status, turn };
    return sendRequest(one.request, planned.traceId, about, async (outcome, { replayId, replayedAt, loggedIn }) => {
      const answer = outcome.kind === 'response' ? { replayedStatus: outcome.status } : { replayedStatus: null };
      const { kind, durationMs } = outcome;
      const compared = await one.compare(outcome);
      const { outcome: found, payload } =
        compared === null || compared === 'over budget' ? uncomparedSentCase(operation, one.request) : compared;
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
    });
  };
}

/** Null for bytes that are no payload: a row of an older version has no checksum, and so may be damaged. */
function payloadOf(bytes: Uint8Array): CasePayload | null {
  try {
    return v.parse(CasePayload, jsonOfStored(bytes));
  } catch {
    return null;
  }
}

const NO_BYTES = new Uint8Array();

const bodyBytes = (outcome: OutboundOutcome): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);
