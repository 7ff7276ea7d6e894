import { isExpectedId } from '../../compare/domain/expected/expectation-ids.ts';
import {
  GROUP_OF,
  type Group,
  groupOf,
  isCallKind,
  isFieldKind,
  isNodeKind,
  isOfPage,
  type Kind,
} from '../../compare/domain/kinds.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';
import { isOperationError } from '../../replay/domain/results/operation-errors.ts';
import { CUT_SUBJECT } from '../../replay/domain/sessions/cut-session.ts';
import { distinctDifferences } from './distinct-differences.ts';
import type { FoldedSubject } from './folding/folded-subjects.ts';

/** A difference that counts under the current rules, with its group. */
export interface ClassifiedDifference {
  kind: Kind;
  subject: string;
  group: Group;
  /** Noise reduction suggests ignoring it. */
  likelyNoise?: true;
}

/** The current rules and suggestions for one endpoint's fields. */
export interface CurrentRules {
  /** The rule that covers a difference of this normalised subject and kind, or null. */
  ruleFor(subject: string, kind?: Kind): string | null;
  /** Whether a rule of this id still exists. */
  has(ruleId: string): boolean;
  /**
   * Whether noise reduction suggested ignoring this difference of a field of this run, and the suggestion was not
   * reverted (spec 3.3 rule 2).
   */
  isSuggested(subject: string, kind?: Kind): boolean;
  /** The subject with `*` for names that are keys of a map; absent where nothing is folded. */
  folded?: FoldedSubject;
}

/** A difference that a rule takes out, or that is expected, with that rule. */
interface ExcludedDifference {
  subject: string;
  ruleId: string;
}

export interface Classification {
  /** The differences that no rule ignores; a case fails when this is not empty (interface 2.3). */
  differences: ClassifiedDifference[];
  /** What a rule took out. */
  excluded: ExcludedDifference[];
  /** What an expected change covers. */
  expected: ExcludedDifference[];
}

/** More distinct needs-action fields than this in one request become one MANY_FIELDS (interface 2.4). */
const MAX_FIELDS = 20;

/** What stands for all differences of a request whose session has no login. */
const CUT: ClassifiedDifference = { kind: 'UNCLASSIFIED', subject: CUT_SUBJECT, group: GROUP_OF.UNCLASSIFIED };

/** Sorts the differences of one outcome into the groups of spec 3.3 under the current rules. */
export function classify(
  outcome: Pick<CaseOutcome, 'differences' | 'truncated' | 'cut'>,
  rules: CurrentRules,
): Classification {
  const excluded: ExcludedDifference[] = [];
  const expected: ExcludedDifference[] = [];
  const remaining: ClassifiedDifference[] = [];
  for (const difference of outcome.differences) {
    const ruleId = excludedBy(difference, rules);
    const { kind } = difference;
    const subject = shownSubject(difference, rules);
    if (isExpectedId(ruleId)) expected.push({ subject, ruleId });
    else if (ruleId !== null) excluded.push({ subject, ruleId });
    else remaining.push({ kind, subject, group: groupOf({ kind, subject }) });
  }
  if (outcome.cut && (remaining.length > 0 || outcome.truncated)) return { differences: [CUT], excluded, expected };
  const shown = rules.folded ? distinctDifferences(remaining) : remaining;
  const collapsed = shown.some(isOfPage)
    ? collapsePage(shown, outcome.truncated, rules)
    : collapseManyFields(shown, outcome.truncated);
  const differences = collapsed.map((difference) => ({
    ...difference,
    group: currentGroup(difference, rules),
    ...(isLikelyNoise(difference, rules) && { likelyNoise: true as const }),
  }));
  return { differences, excluded, expected };
}

/**
 * Returns the subject that findings show, folded where it can be. What a suggestion covers keeps its own, because it is
 * for review.
 */
export function shownSubject(
  { kind, subject }: Pick<ClusterDifference, 'kind' | 'subject'>,
  { folded, isSuggested }: CurrentRules,
): string {
  if (folded === undefined || !isNodeKind(kind)) return subject;
  const shown = folded(subject);
  return shown === subject || isSuggested(subject, kind) || isSuggested(shown, kind) ? subject : shown;
}

/**
 * Returns the group of a difference that no rule ignores (spec 3.3 rule 2): a suggested field difference is for review;
 * a new sensitive field is not a field kind and keeps its group.
 */
export const currentGroup = (
  { kind, subject }: Pick<ClassifiedDifference, 'kind' | 'subject'>,
  rules: CurrentRules,
): Group => (isFieldKind(kind) && rules.isSuggested(subject, kind) ? 'toReview' : groupOf({ kind, subject }));

/** Whether noise reduction suggests ignoring a difference: of a field, or of a parameter of a downstream call. */
export const isLikelyNoise = (
  { kind, subject }: Pick<ClassifiedDifference, 'kind' | 'subject'>,
  rules: CurrentRules,
): boolean => (isFieldKind(kind) || kind === 'CALL_PARAMETERS') && rules.isSuggested(subject, kind);

/**
 * Returns the rule that takes a difference out now: the expected change or rule that did when it was compared, if that
 * still exists, or a rule that covers its subject.
 */
export function excludedBy(
  { subject, rule, kind }: ClusterDifference,
  rules: Pick<CurrentRules, 'ruleFor' | 'has'>,
): string | null {
  const before = rule !== null && rules.has(rule) ? rule : null;
  if (isExpectedId(before)) return before;
  // Which rule is for a call, its subject does not tell.
  if (isCallKind(kind)) return before;
  // A text has no fields, so that only a rule for the body as a whole covers it.
  if (kind === 'UNSTRUCTURED_CONTENT') return rules.ruleFor('$', kind) ?? before;
  return isNodeKind(kind) || isOperationError({ kind, subject }) ? (rules.ruleFor(subject, kind) ?? before) : null;
}

/** A page of HTML in which many places changed is another page; what noise explains stays beside it. */
function collapsePage(
  differences: ClassifiedDifference[],
  truncated: boolean,
  rules: CurrentRules,
): ClassifiedDifference[] {
  const isChange = (one: ClassifiedDifference) => isOfPage(one) && !isLikelyNoise(one, rules);
  const locations = new Set(differences.filter(isChange).map(({ subject }) => subject));
  if (locations.size <= MAX_FIELDS && !truncated) return differences;
  return [
    ...differences.filter((one) => !isChange(one)),
    { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: GROUP_OF.UNSTRUCTURED_CONTENT },
  ];
}

function collapseManyFields(differences: ClassifiedDifference[], truncated: boolean): ClassifiedDifference[] {
  const fields = new Set(differences.filter(({ kind }) => isFieldKind(kind)).map(({ subject }) => subject));
  if (fields.size <= MAX_FIELDS && !truncated) return differences;
  return [
    ...differences.filter(({ kind }) => !isFieldKind(kind)),
    { kind: 'MANY_FIELDS', subject: 'response', group: GROUP_OF.MANY_FIELDS },
  ];
}
