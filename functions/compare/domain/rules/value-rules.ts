import { createHash } from 'node:crypto';
import { compareText } from '../../../platform/text-order.ts';
import { readRulePath } from './rule-path.ts';
import { type CompareRule, isPathOnly } from './rules.ts';

/** The digest of no rules that look at values. */
export const NO_VALUE_RULES = '';

/**
 * Names the rules that findings cannot apply to stored subjects: kinds other than `ignore`, and paths with an index or a
 * filter. Two comparisons under rules of one digest differ in what subjects alone decide; where digests differ, stored
 * answers have to be compared again.
 */
export function valueRulesDigest(rules: readonly CompareRule[]): string {
  const known = digests.get(rules);
  if (known !== undefined) return known;
  const digest = digestOf(rules);
  digests.set(rules, digest);
  return digest;
}

/**
 * Kinds whose effect has changed, each with what its rules mean now: it makes their digest another one, so that answers which
 * were compared under the earlier meaning are compared again. Digests of other kinds stay.
 */
const MEANINGS: Readonly<Partial<Record<CompareRule['kind'], readonly string[]>>> = { 'array-key': ['unordered'] };

/** Rules that have not changed are the same array, and every poll asks. */
const digests = new WeakMap<readonly CompareRule[], string>();

function digestOf(rules: readonly CompareRule[]): string {
  const looking = rules.filter((rule) => !isDecidedBySubject(rule));
  if (looking.length === 0) return NO_VALUE_RULES;
  const texts = looking.map(({ ruleId, kind, operation, target, path, keys, tolerance }) =>
    JSON.stringify([
      ruleId,
      kind,
      operation,
      target,
      path,
      keys ?? [],
      [tolerance?.absolute ?? null, tolerance?.relative ?? null, tolerance?.ms ?? null],
      ...(MEANINGS[kind] ?? []),
    ]),
  );
  return createHash('sha256').update(texts.sort(compareText).join('\n')).digest('hex').slice(0, 24);
}

/** Whether a stored subject alone tells if this rule takes its difference out. */
export function isDecidedBySubject({ kind, path }: CompareRule): boolean {
  const steps = readRulePath(path);
  return kind === 'ignore' && steps.ok && steps.value.every(isPathOnly);
}
