import { isNodeKind } from '../../compare/domain/kinds.ts';
import { type CompareRule, compileRules } from '../../compare/domain/rules/rules.ts';
import type { CurrentRules } from '../../findings/domain/classify.ts';
import { computeFindings } from '../../findings/domain/compute-findings.ts';
import { findingId, groupedEntries } from '../../findings/domain/finding-id.ts';
import type {
  CaseCounts,
  Findings,
  FindingsEntry,
  FindingsInput,
  SettledState,
} from '../../findings/domain/findings.ts';
import { canBeRule, ruleTargetOf } from './rule-target-of.ts';

/** Maximum fields that are ignored at once, and endpoints by name; each pair is a rule. @internal */
export const MAX_IGNORED_FIELDS = 10;
/** @internal */
export const MAX_NAMED_ENDPOINTS = 10;

/** What rules that ignore a finding would change in a round. */
export interface IgnoreEffect {
  /** Findings that go, and others that show instead: those of a less severe group, or with fewer fields. */
  gone: number;
  come: number;
  failedBefore: number;
  failedAfter: number;
  state: SettledState;
}

/** The author's part of a rule that ignores a field, or the order of a list. */
export interface IgnoreRule {
  kind: 'ignore' | 'ignore-order';
  target: string;
  path: string;
  /** Null: at every endpoint. */
  operation: string | null;
}

/**
 * The rules that ignore a finding, at its endpoints or everywhere; null if it cannot be ignored as a whole: it is not
 * about fields, a rule cannot name one of them, or it has too many. Of a list in another order, only the order.
 */
export function ignoreRules(
  { kind, subjects, interfaces }: FindingsEntry,
  where: 'endpoints' | 'everywhere',
): IgnoreRule[] | null {
  if (!isNodeKind(kind) || subjects.length > MAX_IGNORED_FIELDS || !subjects.every((subject) => canBeRule(subject)))
    return null;
  if (where === 'endpoints' && interfaces.length > MAX_NAMED_ENDPOINTS) return null;
  const operations = where === 'everywhere' ? [null] : interfaces.map(({ operationName }) => operationName);
  const ruleKind = kind === 'ARRAY_ORDER' ? 'ignore-order' : 'ignore';
  return operations.flatMap((operation) =>
    subjects.map((subject) => ({ kind: ruleKind, ...ruleTargetOf(subject), operation })),
  );
}

const RULE_ID = 'effect';

/** Returns what rules would change in the findings of a round. Its cost grows with the differences of the clusters. */
export function ignoreEffect(
  input: FindingsInput,
  before: { findings: Findings; counts: CaseCounts },
  rules: readonly IgnoreRule[],
): IgnoreEffect {
  const compiled: CompareRule[] = rules.map((rule) => ({
    ...rule,
    ruleId: RULE_ID,
    origin: 'person',
    createdBy: RULE_ID,
    createdAt: 0,
  }));
  const known = new Map<string, CurrentRules>();
  const rulesOf = (operation: string): CurrentRules => {
    const present = known.get(operation);
    if (present) return present;
    const current = input.rulesOf(operation);
    const { ruleFor } = compileRules(compiled, operation);
    const made: CurrentRules = {
      ...current,
      ruleFor: (subject, kind) => current.ruleFor(subject, kind) ?? ruleFor(subject, kind),
    };
    known.set(operation, made);
    return made;
  };
  const after = computeFindings({ ...input, rulesOf }, Number.POSITIVE_INFINITY);
  // What was beyond the limit of a list does not come: it was there.
  const all = before.findings.omitted ? computeFindings(input, Number.POSITIVE_INFINITY) : before;
  return {
    ...changed(idsOf(all.findings), idsOf(after.findings)),
    failedBefore: before.counts.failedCases,
    failedAfter: after.counts.failedCases,
    state: after.findings.state,
  };
}

const idsOf = (findings: Findings): ReadonlySet<string> => new Set(groupedEntries(findings).map(findingId));

const changed = (before: ReadonlySet<string>, after: ReadonlySet<string>) => ({
  gone: before.difference(after).size,
  come: after.difference(before).size,
});
