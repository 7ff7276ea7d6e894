import type { DecidedRule } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { GateAnswer } from '../evaluation-answers.ts';
import { ruleWords } from './rule-words.ts';

/** Whether a rule is one of the reasons why a gate does not pass (evaluation 5.8). */
const isBroken = ({ enforcement, outcome }: DecidedRule): boolean =>
  enforcement === 'required' && outcome !== 'pass' && outcome !== 'skipped';

/**
 * Why a gate passed or failed in one line: `3 endpoints need action, pass rate 90.0 % is under 99 %`. Null without
 * words.
 */
export function gateReasons(
  { decision, rules }: Pick<GateAnswer, 'decision' | 'rules'>,
  policy: GatePolicy | null,
): string | null {
  const counting = decision === 'pass' ? rules.filter(({ outcome }) => outcome === 'pass') : rules.filter(isBroken);
  const reasons = counting.flatMap((rule) => ruleWords(rule, policy).reason ?? []).join(', ');
  return reasons === '' ? null : `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}`;
}

/** `3 of 4 rules failed`; those that were skipped count as rules. */
export function failedText({ rules }: Pick<GateAnswer, 'rules'>): string {
  const failed = rules.filter(isBroken).length;
  return `${failed} of ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} failed`;
}
