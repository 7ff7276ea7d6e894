import * as v from 'valibot';
import { type CompareRule, type CompiledRules, compileRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson } from '../../../platform/values/stored-json.ts';
import { bodyOf } from '../../../recordings/domain/content-encoding.ts';
import { CasePayload, type RecordedRequest, type RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../../recordings/domain/sealed/comparable-payload.ts';
import { sealAnswer } from '../../../recordings/domain/sealed/seal-payload.ts';
import { type Sealer, sealerOf } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { Mapping } from '../values/session-values.ts';
import { type CaseMapping, comparingOf } from './case-mapping.ts';
import { compareCase } from './case-outcome.ts';
import type { CaseOutcome } from './clusters.ts';
import { overBudget } from './over-budget.ts';
import type { ResultPayload } from './result-payload.ts';

/** A recorded case and how sending it ended. */
export interface SentCase {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  replayed: OutboundOutcome;
  settings: CredentialSettings;
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
}

/** What is stored of a sent case. */
export interface ComparedSentCase {
  outcome: CaseOutcome;
  /** A ResultPayload. */
  payload: StoredJson;
  /** Number of mapped fields. */
  mapped: number;
  /** Mappings that hold for the whole run. */
  shared: Mapping[];
}

/** Redacts and seals a response, compares it with the recording, and learns the values that it issued. */
export function compareSentCase(sent: SentCase, rules: CompiledRules, sealer: Sealer): ComparedSentCase {
  const { operation, request, recorded, mapping } = sent;
  const replayed = sealAnswer(sent.replayed, sent.settings, sealer);
  const facts = { operation, request, recorded, replayed };
  const { outcome, differences, used, mapped, shared } = compareCase(
    operation,
    recorded,
    replayed,
    rules,
    mapping && comparingOf(facts, mapping, rules),
  );
  const all = [...(mapping?.used ?? []), ...used];
  return {
    outcome: { ...outcome, method: request.method },
    mapped,
    shared,
    payload: storedPayload({
      request,
      recorded,
      replayed: replayed.kind === 'response' ? storedAnswer(replayed) : null,
      differences,
      ...(mapping?.sent && { sent: mapping.sent }),
      ...(all.length > 0 && { mapped: all }),
    }),
  };
}

/** The same for a case whose comparison used up its budget: no response is stored, as none could be redacted. */
export function uncomparedSentCase(operation: string, request: RecordedRequest): ComparedSentCase {
  const { outcome, differences } = overBudget({ operation, method: request.method });
  const payload = storedPayload({ request, recorded: null, replayed: null, differences });
  return { outcome, payload, mapped: 0, shared: [] };
}

const storedPayload = (payload: ResultPayload): StoredJson => storedJson(payload);

type Answer = Extract<OutboundOutcome, { kind: 'response' }>;

/** An outcome apart from the bytes of its body, which a job takes along. */
export type OutcomeHead = Omit<Answer, 'body'> | Exclude<OutboundOutcome, Answer>;

export interface CompareSentInput {
  /** The recorded case; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  body: Uint8Array;
  head: OutcomeHead;
  operation: string;
  rules: readonly CompareRule[];
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  mapping: CaseMapping | null;
}

/** Compares the response of a large case with its recording; null if the recording has expired. */
export const compareSentCaseJob = job(
  'replay.compare',
  ({ stored, body, head, operation, rules, settings: given, keys, mapping }: CompareSentInput) => {
    if (stored === undefined) return null;
    const sealer = sealerOf(keys);
    const comparable = comparablePayload(v.parse(CasePayload, jsonOfStored(stored)), given, sealer);
    const { request, response } = comparable.payload;
    const replayed: OutboundOutcome = head.kind === 'response' ? { ...head, body } : head;
    const sent = { operation, request, recorded: response, replayed, settings: comparable.settings, mapping };
    const { payload, ...compared } = compareSentCase(sent, compileRules(rules, operation), sealer);
    // What was learned goes back to the session.
    return { ...compared, ...payload, values: mapping?.values ?? null };
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
