import * as v from 'valibot';
import { compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../../recordings/domain/sealed/comparable-payload.ts';
import { sealerOf } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { OutcomeHead } from '../results/sent-case.ts';
import { withAllNoted } from '../values/note-case.ts';
import { compareBoth, type SideAnswer } from './compare-both.ts';

/** The answer of one build without the bytes of its body. */
interface SideHead extends Omit<SideAnswer, 'outcome'> {
  head: OutcomeHead;
}

/** What both builds answered to a large case. */
export interface CompareBothInput {
  caseId: string;
  /** The recorded case; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  operation: string;
  rules: readonly RuleInForce[];
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  baseline: SideHead;
  target: SideHead;
  /** The bodies of both. */
  baselineBody: Uint8Array;
  targetBody: Uint8Array;
}

/** Compares what both builds answered to a large case; null if its recording has expired. */
export const compareBothJob = job('replay.compare-both', (input: CompareBothInput) => {
  const { caseId, stored, operation, rules, settings: given, keys, baseline, target } = input;
  if (stored === undefined) return null;
  const sealer = sealerOf(keys);
  const { payload, settings } = comparablePayload(v.parse(CasePayload, jsonOfStored(stored)), caseId, given, sealer);
  const sides = { baseline: answerOf(baseline, input.baselineBody), target: answerOf(target, input.targetBody) };
  const { request, response: recorded, calls: recordedCalls } = payload;
  const both = { operation, request, recorded, settings, recordedCalls, ...sides };
  const { payload: result, ...compared } = compareBoth(both, compileRules(rules, operation), sealer);
  return {
    ...compared,
    ...result,
    values: target.mapping && withAllNoted(target.mapping.values),
    valuesOfBaseline: baseline.mapping && withAllNoted(baseline.mapping.values),
  };
});

const answerOf = ({ head, ...side }: SideHead, body: Uint8Array): SideAnswer => ({
  ...side,
  outcome: head.kind === 'response' ? { ...head, body } : head,
});
