import { FIELD_KINDS, GROUP_OF, type Group, type Kind } from '../../compare/domain/kinds.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';

/** A difference that counts today, with its group. */
export interface ClassifiedDifference {
  kind: Kind;
  subject: string;
  group: Group;
}

/** What people and noise reduction say today about one endpoint's fields. */
export interface RulesToday {
  /** The rule that covers this normalised subject, or null. */
  ruleFor(subject: string): string | null;
  /** Whether a rule of this id still stands. */
  has(ruleId: string): boolean;
  /** Whether noise reduction suggested ignoring this field of this run, and nobody reverted it (spec 3.3 rule 2). */
  isSuggested(subject: string): boolean;
}

export interface Classification {
  /** What remains after the rules; a case fails when this is not empty (interface 2.3). */
  differences: ClassifiedDifference[];
  /** Subjects that a rule took out. */
  excluded: string[];
}

/** More different needs-action fields than this in one request are one MANY_FIELDS (interface 2.4). */
export const MOST_FIELDS = 20;

/** Sorts the differences of one outcome into the groups of spec 3.3 under today's rules. */
export function classify(outcome: Pick<CaseOutcome, 'differences' | 'truncated'>, rules: RulesToday): Classification {
  const excluded: string[] = [];
  const remaining: ClassifiedDifference[] = [];
  for (const difference of outcome.differences) {
    if (excludedBy(difference, rules) !== null) excluded.push(difference.subject);
    else remaining.push({ kind: difference.kind, subject: difference.subject, group: GROUP_OF[difference.kind] });
  }
  const differences = collapseManyFields(remaining, outcome.truncated).map((difference) => ({
    ...difference,
    group: groupToday(difference, rules),
  }));
  return { differences, excluded };
}

/** The group of a difference that no rule takes out (spec 3.3 rule 2): a suggested field difference is for review; a new sensitive field is no field kind and stays. */
export const groupToday = (
  { kind, subject }: Pick<ClassifiedDifference, 'kind' | 'subject'>,
  rules: RulesToday,
): Group => (FIELD_KINDS.has(kind) && rules.isSuggested(subject) ? 'toReview' : GROUP_OF[kind]);

/** The rule that takes a difference out today: one that covers its subject, or the one that did when it was compared, if that still stands. */
export function excludedBy({ subject, rule, kind }: ClusterDifference, rules: RulesToday): string | null {
  if (!isOfField(kind)) return null;
  return rules.ruleFor(subject) ?? (rule !== null && rules.has(rule) ? rule : null);
}

/** Statuses, timeouts and connection failures have no node that a rule could name. */
const isOfField = (kind: Kind) => FIELD_KINDS.has(kind) || kind === 'NEW_FIELD' || kind === 'SENSITIVE_FIELD';

function collapseManyFields(differences: ClassifiedDifference[], truncated: boolean): ClassifiedDifference[] {
  const fields = new Set(differences.filter(({ kind }) => FIELD_KINDS.has(kind)).map(({ subject }) => subject));
  if (fields.size <= MOST_FIELDS && !truncated) return differences;
  return [
    ...differences.filter(({ kind }) => !FIELD_KINDS.has(kind)),
    { kind: 'MANY_FIELDS', subject: 'response', group: GROUP_OF.MANY_FIELDS },
  ];
}
