import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import { type CompiledRules, compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { sealedNote } from '../../../compare/domain/sealed-note.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson, storedJsonAround } from '../../../platform/values/stored-json.ts';
import { bodyOf } from '../../../recordings/domain/content-encoding.ts';
import {
  CasePayload,
  type RecordedCall,
  type RecordedRequest,
  type RecordedResponse,
} from '../../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../../recordings/domain/sealed/comparable-payload.ts';
import type { Secret } from '../../../recordings/domain/sealed/found-credentials.ts';
import { openText } from '../../../recordings/domain/sealed/open-request.ts';
import { sealAnswerNoting } from '../../../recordings/domain/sealed/seal-payload.ts';
import { type Sealer, sealerOf } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { PayloadVersion } from '../../../recordings/domain/versions/case-version.ts';
import { callCounts } from '../calls/calls-state.ts';
import { compareNoticed, resultCalls } from '../calls/compare-noticed.ts';
import type { CallCounts, NoticedCalls } from '../calls/result-calls.ts';
import { callSealer, issuedBefore, sealedNoticed } from '../calls/sealed-noticed.ts';
import { addressMaps } from '../values/address-mapping.ts';
import { withAllNoted } from '../values/note-case.ts';
import type { Mapping } from '../values/session-values.ts';
import { type CaseMapping, comparingOf } from './case-mapping.ts';
import { clusterDifferences, compareCase } from './case-outcome.ts';
import type { CaseOutcome } from './clusters.ts';
import { overBudget } from './over-budget.ts';
import { answeredAsRecorded, type ResultPayload } from './result-payload.ts';

/** A recorded case and how sending it ended. */
export interface SentCase {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  /** The bytes of the stored case; null if it is compared in another form, such as under newer settings. */
  stored: Uint8Array | null;
  replayed: OutboundOutcome;
  settings: CredentialSettings;
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
  recordedCalls: readonly RecordedCall[];
  /** The version of the recording; absent as recorded. */
  acceptedVersion?: PayloadVersion | undefined;
  noticed: NoticedFacts;
  /** Credentials that it was sent with. */
  secrets: readonly Secret[];
}

/** What was noticed of the downstream calls of a sent case, and when it was recorded and sent. */
export interface NoticedFacts {
  /** Null if nothing could have been. */
  calls: NoticedCalls | null;
  enableMock: boolean;
  /** Epoch ms. */
  recordedAt: number;
  replayedAt: number;
}

/** What is stored of a sent case. */
export interface ComparedSentCase {
  outcome: CaseOutcome;
  /** Null if it has no downstream calls. */
  calls: CallCounts | null;
  /** A ResultPayload. */
  payload: StoredJson;
  /** Number of mapped fields. */
  mapped: number;
  /** Mappings that hold for the whole run. */
  shared: Mapping[];
  /** The version of the recording that it was compared with; null as recorded. */
  version: number | null;
}

/**
 * Redacts and seals a response, compares it and the downstream calls with the recording, and learns the values that it
 * issued.
 */
export function compareSentCase(sent: SentCase, rulesOf: CompiledRules, sealer: Sealer): ComparedSentCase {
  const { operation, request, recorded, mapping, acceptedVersion } = sent;
  // What was expected before a person accepted it says nothing of what follows.
  const recordedAt = acceptedVersion?.at ?? sent.noticed.recordedAt;
  const rules = rulesOf.forRequest({ method: request.method, recordedAt });
  const { outcome: replayed, issued } = sealAnswerNoting(sent.replayed, sent.settings, sealer, sent.secrets, recorded);
  const facts = { operation, request, recorded, replayed };
  const { outcome, differences, used, mapped, shared } = compareCase(
    operation,
    recorded,
    replayed,
    rules,
    mapping && comparingOf(facts, mapping, rules),
  );
  const { counts, calls, ...ofCalls } = comparedSentCalls(sent, issued, rules, sealer);
  const all = [...(mapping?.used ?? []), ...used, ...ofCalls.used];
  return {
    outcome: {
      ...outcome,
      differences: [...outcome.differences, ...clusterDifferences(ofCalls.differences)],
      method: request.method,
    },
    calls: counts,
    mapped,
    shared,
    version: acceptedVersion?.version ?? null,
    payload: storedResult(sent.recordedCalls.length === 0 ? sent.stored : null, {
      request,
      recorded,
      replayed: replayed.kind === 'response' ? storedAnswer(replayed) : null,
      differences: [...differences, ...ofCalls.differences].map((one) => withSealedNote(one, sealer)),
      recordedAt,
      ...(calls !== null && { calls }),
      ...(mapping?.sent && { sent: mapping.sent }),
      ...(all.length > 0 && { mapped: all }),
    }),
  };
}

/**
 * What is stored of a result. Where the response is as recorded, the bytes of the stored case stand for both sides, so
 * that nothing is compressed. A copy, and no reference: the recording may expire before its results.
 */
function storedResult(stored: Uint8Array | null, result: ResultPayload): StoredJson {
  const { request, recorded, replayed, differences, recordedAt: _, ...more } = result;
  const isAsRecorded =
    stored !== null &&
    recorded !== null &&
    replayed !== null &&
    replayed.status === recorded.status &&
    replayed.body === recorded.body &&
    replayed.bodyEncoding === recorded.bodyEncoding &&
    differences.length === 0 &&
    Object.keys(more).length === 0;
  if (!isAsRecorded) return storedJson(result);
  return storedJsonAround(answeredAsRecorded(recorded, replayed), 'asRecorded', stored);
}

/** How the downstream calls of a sent case differ from the recorded ones. `issued`: credentials of its response. */
export const comparedSentCalls = (
  sent: CallsOfSentCase,
  issued: readonly Secret[],
  rules: CompiledRules,
  sealer: Sealer,
) => comparedCalls(withSealedCalls(sent, issued, sealer), rules, sealer);

type CallsOfSentCase = Omit<SentCase, 'operation' | 'recorded' | 'stored' | 'replayed'>;

/** The same with the credentials in its calls sealed that the request and its session know. */
function withSealedCalls(sent: CallsOfSentCase, issued: readonly Secret[], sealer: Sealer): CallsOfSentCase {
  const { noticed, secrets, settings, mapping, recordedCalls } = sent;
  if (noticed.calls === null || settings.credentials !== 'seal') return sent;
  const before = (side: 'recorded' | 'replayed') =>
    mapping === null ? [] : issuedBefore(mapping.values, mapping.run, side, sealer);
  const made = [...before('replayed'), ...secrets, ...issued];
  return {
    ...sent,
    noticed: { ...noticed, calls: sealedNoticed(noticed.calls, made, sealer) },
    recordedCalls: recordedCalls.map(callSealer(before('recorded'), sealer)),
  };
}

/** The same with what its sealed sides are, which no reader sees otherwise. */
export function withSealedNote(difference: Difference, sealer: Pick<Sealer, 'open'>): Difference {
  const { recorded, replayed } = difference;
  const note =
    difference.note ??
    sealedNote(recorded, replayed, (placeholder) => sealer.open(placeholder)?.bytes.toString() ?? null);
  return note === undefined ? difference : { ...difference, note };
}

/** Compares the downstream calls, also with values that the response has just taught. */
function comparedCalls(
  { request, mapping, recordedCalls, noticed }: CallsOfSentCase,
  rules: CompiledRules,
  sealer: Pick<Sealer, 'open'>,
) {
  const { calls, enableMock, ...times } = noticed;
  const counts = callCounts(recordedCalls, calls, enableMock);
  if (counts === null || calls === null || counts.state === 'not asked')
    return { counts, calls: null, differences: [], used: [] };
  const maps = mapping ? [mapping.values.own, mapping.run, ...addressMaps(mapping.address)] : [];
  const issuing = mapping && { planItemId: mapping.planItemId, open: (text: string) => openText(text, sealer, 'json') };
  const sent = mapping?.sent ?? request;
  const compared = { recorded: recordedCalls, noticed: calls, request, sent, ...times, maps, issuing };
  const { differences, differing, used } = compareNoticed(compared, rules);
  return { counts, calls: resultCalls(compared, counts.state, differing), differences, used };
}

/** The same for a case whose comparison used up its budget: no response is stored, as none could be redacted. */
export function uncomparedSentCase(operation: string, request: RecordedRequest): ComparedSentCase {
  const { outcome, differences } = overBudget({ operation, method: request.method });
  const payload = storedResult(null, { request, recorded: null, replayed: null, differences });
  return { outcome, calls: null, payload, mapped: 0, shared: [], version: null };
}

type Answer = Extract<OutboundOutcome, { kind: 'response' }>;

/** An outcome apart from the bytes of its body, which a job takes along. */
export type OutcomeHead = Omit<Answer, 'body'> | Exclude<OutboundOutcome, Answer>;

export interface CompareSentInput {
  caseId: string;
  /** The recorded case; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  body: Uint8Array;
  head: OutcomeHead;
  operation: string;
  rules: readonly RuleInForce[];
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  mapping: CaseMapping | null;
  noticed: NoticedFacts;
  /** Credentials that it was sent with. */
  secrets: readonly Secret[];
}

/** Compares the response of a large case with its recording; null if the recording has expired. */
export const compareSentCaseJob = job(
  'replay.compare',
  ({ caseId, stored, body, head, operation, rules, settings: given, keys, mapping, ...facts }: CompareSentInput) => {
    if (stored === undefined) return null;
    const sealer = sealerOf(keys);
    const recorded = v.parse(CasePayload, jsonOfStored(stored));
    const { payload: comparable, settings } = comparablePayload(recorded, caseId, given, sealer);
    const { request, response, calls: recordedCalls, acceptedVersion } = comparable;
    const replayed: OutboundOutcome = head.kind === 'response' ? { ...head, body } : head;
    const same = comparable === recorded ? stored : null;
    const sent = {
      operation,
      request,
      recorded: response,
      stored: same,
      replayed,
      settings,
      mapping,
      recordedCalls,
      acceptedVersion,
    };
    const { payload, ...compared } = compareSentCase({ ...sent, ...facts }, compileRules(rules, operation), sealer);
    // What was learned goes back to the session.
    return { ...compared, ...payload, values: mapping && withAllNoted(mapping.values) };
  },
);

/** Bytes stored of a truncated response: enough to recognize it. */
const STORED_OF_CUT_BYTES = 64 * 1024;

const NO_BODY = { body: null, bodyEncoding: 'utf8' } as const;

/** A response as stored; only the beginning of a truncated one. */
export function storedAnswer({ status, headers, body, truncated }: Answer): RecordedResponse {
  return {
    status,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body.byteLength === 0 ? NO_BODY : bodyOf(truncated ? body.subarray(0, STORED_OF_CUT_BYTES) : body)),
  };
}
