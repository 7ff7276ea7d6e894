import { sha256Hex } from '../../../platform/values/sha256.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import { RULE_TRAITS } from './rule-traits.ts';
import {
  type CompareRule,
  isExpectedChange,
  isPathOnly,
  isResponseTarget,
  parseRulePath,
  type RuleInForce,
} from './rules.ts';

/** The digest of an empty set of value-dependent rules. */
export const NO_VALUE_RULES = '';

/**
 * Returns a digest of the rules that findings cannot apply to stored subjects: kinds other than `ignore`, paths with an
 * index or a filter, and expected changes. Comparisons under rules of equal digests differ only in what subjects alone
 * decide; if digests differ, stored responses have to be compared again.
 */
export function valueRulesDigest(rules: readonly RuleInForce[]): string {
  const looking = rules.filter((rule) => isExpectedChange(rule) || !isDecidedBySubject(rule));
  if (looking.length === 0) return NO_VALUE_RULES;
  const texts = looking.map((rule) => JSON.stringify(isExpectedChange(rule) ? [rule.ruleId] : meaningOf(rule)));
  return sha256Hex(texts.sort(compareText).join('\n')).slice(0, 24);
}

const meaningOf = ({ ruleId, kind, operation, target, path, keys, tolerance }: CompareRule) => [
  ruleId,
  kind,
  operation,
  target,
  path,
  keys ?? [],
  [tolerance?.absolute ?? null, tolerance?.relative ?? null, tolerance?.ms ?? null],
  ...RULE_TRAITS[kind].meaning,
];

/** Creates a digest function with a cache: rules that have not changed are the same array, and every poll asks. */
export function rememberedDigests(): (rules: readonly RuleInForce[]) => string {
  const digests = new WeakMap<readonly RuleInForce[], string>();
  return (rules) => {
    const digest = digests.get(rules) ?? valueRulesDigest(rules);
    digests.set(rules, digest);
    return digest;
  };
}

/**
 * Whether a stored subject alone determines if this rule ignores its difference: that of a call names no kind of call.
 * @internal
 */
export function isDecidedBySubject({ kind, path, target }: CompareRule): boolean {
  const steps = parseRulePath(path);
  return isResponseTarget(target) && RULE_TRAITS[kind].isDecidedBySubject && steps.ok && steps.value.every(isPathOnly);
}
