import type { GatePolicy, GateRule } from '../../domain/gates/gate-policy.ts';
import { ruleWords } from '../gates/rule-words.ts';

/** Rules of a policy that are worth a word; the others are counted. */
const MAX_SHOWN = 6;

/** The rules of a policy in one line: `Release: nothing needs action, pass rate at least 99 %`. */
export function rulesText(policy: GatePolicy): string {
  const rules = policy.rules.slice(0, MAX_SHOWN).map((rule) => ruleText(rule, policy));
  const more = policy.rules.length - rules.length;
  const all = [...rules, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'no rules';
  return policy.name === undefined ? all : `${policy.name}: ${all}`;
}

/** A rule before it is decided. */
function ruleText(rule: GateRule, policy: GatePolicy): string {
  const { title, required } = ruleWords(
    {
      id: rule.id,
      op: rule.op,
      threshold: 'field' in rule ? rule.value : rule.threshold,
      enforcement: rule.enforcement,
      outcome: 'pass',
      observed: null,
      samples: null,
      baseline: null,
      delta: null,
    },
    policy,
  );
  const name = title === rule.id ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return /^(?:0|finished|enough|Clean)$/.test(required) ? name : `${name} ${required}`;
}
