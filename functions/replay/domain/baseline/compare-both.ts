import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { storedJson } from '../../../platform/values/stored-json.ts';
import type { RecordedCall, RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import type { Secret } from '../../../recordings/domain/sealed/found-credentials.ts';
import { sealAnswerNoting } from '../../../recordings/domain/sealed/seal-payload.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import { type CaseMapping, comparingOf } from '../results/case-mapping.ts';
import { clusterDifferences, compareCase, type MappedCase } from '../results/case-outcome.ts';
import type { ClusterDifference } from '../results/clusters.ts';
import type { ResultPayload } from '../results/result-payload.ts';
import {
  type ComparedSentCase,
  comparedSentCalls,
  type NoticedFacts,
  storedAnswer,
  withSealedNote,
} from '../results/sent-case.ts';
import type { Mapping } from '../values/session-values.ts';
import { callsBetween } from './calls-between.ts';
import { comparingBetween } from './comparing-between.ts';

/** How one build answered a case. */
export interface SideAnswer {
  outcome: OutboundOutcome;
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
  noticed: NoticedFacts;
  /** Credentials that it was sent with. */
  secrets: readonly Secret[];
  /** Host and port of the build. */
  host: string;
}

/** A recorded case and how both builds answered it. */
export interface BothAnswers {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  settings: CredentialSettings;
  recordedCalls: readonly RecordedCall[];
  baseline: SideAnswer;
  target: SideAnswer;
}

/** What is stored of a case that both builds answered. */
export interface ComparedBoth extends ComparedSentCase {
  /** Where the running build answered unlike the recording, also where a rule ignores that; empty if nowhere. */
  dataMoved: ClusterDifference[];
  /** Mappings of the running build that hold for the whole run. */
  sharedOfBaseline: Mapping[];
}

/**
 * Compares the response of the target with that of the running build, and each of them with the recording as far as
 * values are learned from it. What differs between the recording and the running build has moved.
 */
export function compareBoth(both: BothAnswers, rulesOf: CompiledRules, sealer: Sealer): ComparedBoth {
  const { request, recorded, baseline, target } = both;
  const { recordedAt } = target.noticed;
  const rules = rulesOf.forRequest({ method: request.method, recordedAt });
  const left = ofSide(both, baseline, rules, sealer);
  const right = ofSide(both, target, rules, sealer);
  if (left.answer === null) throw new Error('a running build without a response is not compared');

  const ofAnswers = betweenAnswers(both, left.answer, right.outcome, rules);
  const ofCalls = callsBetween(left.calls.differences, right.calls.differences);
  const used = [...(target.mapping?.used ?? []), ...ofAnswers.used, ...right.calls.used];
  const { counts, calls } = right.calls;
  return {
    outcome: {
      ...ofAnswers.outcome,
      differences: [...ofAnswers.outcome.differences, ...clusterDifferences(ofCalls)],
      method: request.method,
    },
    calls: counts,
    mapped: ofAnswers.mapped,
    shared: right.compared.shared,
    version: null,
    sharedOfBaseline: left.compared.shared,
    dataMoved: clusterDifferences([...left.compared.differences, ...left.calls.differences]),
    payload: storedJson({
      request,
      recorded: left.answer,
      replayed: right.answer,
      differences: [...ofAnswers.differences, ...ofCalls].map((one) => withSealedNote(one, sealer)),
      recordedAt,
      baseline: {
        recorded: isSameAnswer(recorded, left.answer) ? null : recorded,
        ...exchangeOf(left, baseline.mapping, sealer),
      },
      ...(calls !== null && { calls }),
      ...(target.mapping?.sent && { sent: target.mapping.sent }),
      ...(used.length > 0 && { mapped: used }),
    }),
  };
}

/**
 * What one build answered, sealed as recordings are, and how that differs from the recording; its values are learned.
 */
function ofSide(
  { operation, request, recorded, settings, recordedCalls }: BothAnswers,
  { outcome: given, mapping, noticed, secrets }: SideAnswer,
  rules: CompiledRules,
  sealer: Sealer,
) {
  const { outcome, issued } = sealAnswerNoting(given, settings, sealer, secrets, recorded);
  const comparing = mapping && comparingOf({ operation, request, recorded, replayed: outcome }, mapping, rules);
  return {
    outcome,
    answer: outcome.kind === 'response' ? storedAnswer(outcome) : null,
    compared: compareCase(operation, recorded, outcome, rules, comparing),
    calls: comparedSentCalls({ request, settings, mapping, recordedCalls, noticed, secrets }, issued, rules, sealer),
  };
}

/** The differences of the two responses, without values that both builds issued for the same thing. */
function betweenAnswers(
  { operation, request, baseline, target }: BothAnswers,
  answer: RecordedResponse,
  replayed: OutboundOutcome,
  rules: CompiledRules,
): MappedCase {
  const plain = compareCase(operation, answer, replayed, rules);
  if (plain.differences.length === 0 && !plain.outcome.truncated) return plain;
  return compareCase(operation, answer, replayed, rules, comparingBetween(request, baseline, target));
}

/** What is stored of the running build beside its response and what was recorded. */
function exchangeOf(
  { compared, calls: { calls, used, differences } }: ReturnType<typeof ofSide>,
  mapping: CaseMapping | null,
  sealer: Sealer,
): Omit<NonNullable<ResultPayload['baseline']>, 'recorded'> {
  const mapped = [...(mapping?.used ?? []), ...used];
  const all = [...compared.differences, ...differences];
  return {
    ...(mapping?.sent && { sent: mapping.sent }),
    ...(mapped.length > 0 && { mapped }),
    ...(calls !== null && { calls }),
    ...(all.length > 0 && { differences: all.map((one) => withSealedNote(one, sealer)) }),
  };
}

const isSameAnswer = (recorded: RecordedResponse | null, answer: RecordedResponse): boolean =>
  recorded !== null &&
  recorded.status === answer.status &&
  recorded.body === answer.body &&
  recorded.bodyEncoding === answer.bodyEncoding;
