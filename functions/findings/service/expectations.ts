import type { Change, ChangedPair } from '../../compare/domain/expected/change.ts';
import { EXPECTED_PREFIX } from '../../compare/domain/expected/expectation-ids.ts';
import { canBeExpected, type ExpectedChange } from '../../compare/domain/expected/expected-change.ts';
import { learnChange } from '../../compare/domain/expected/learn-change.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { NamedDifference } from '../domain/expected/changed-pairs-job.ts';
import { groupedEntries } from '../domain/finding-id.ts';
import type { Findings } from '../domain/findings.ts';
import type { ExpectedTarget, expectedTargets, IsWanted } from './expected-targets.ts';
import type { FindingsService } from './findings.ts';

/** Maximum expected changes that one call makes, one for each endpoint and field: one transaction stores them. */
export const MAX_EXPECTED_AT_ONCE = 100;

/** A finding by one of its subjects, at some endpoints or at all. */
type NamedFinding = NamedDifference & { operations?: readonly string[] | undefined };

/** What is expected: a finding, or everything that some requests show. */
export type ExpectedOf = { finding: NamedFinding } | { requests: readonly number[] };

/** What a person says of an expected change. */
export interface ExpectedBy {
  /** `exact`: this change, or the relation that its values have. */
  change: 'exact' | 'any';
  note?: string | undefined;
  createdBy: string;
  /** Epoch ms. */
  createdAt: number;
}

export type ExpectationRefusal =
  | 'NO_SUCH_FINDING'
  | 'CANNOT_BE_EXPECTED'
  | 'NO_COMMON_CHANGE'
  | 'TOO_MANY_EXPECTED'
  | 'NOT_COMPLETED';

interface ExpectationParts extends Pick<World, 'newId'> {
  findings: FindingsService;
  rules: RuleStore;
  targets: ReturnType<typeof expectedTargets>;
}

/** Makes expected changes from what a settled run shows (interface 13). */
export function expectations({ findings, rules, targets, newId }: ExpectationParts) {
  const made = (
    { operation, kind, subject, methods }: ExpectedTarget,
    change: Change,
    { planId }: ReplayPlan,
    { note, createdBy, createdAt }: ExpectedBy,
  ): ExpectedChange[] =>
    // Checked before: the kinds of expected changes are fewer.
    canBeExpected(kind)
      ? [
          {
            ruleId: `${EXPECTED_PREFIX}${newId().slice(0, 24)}`,
            operation,
            ...(!methods.has(undefined) && { methods: [...methods].filter((one) => one !== undefined).sort() }),
            kind,
            subject,
            change,
            since: createdAt,
            planId,
            ...(note !== undefined && note !== '' && { note }),
            createdBy,
            createdAt,
          },
        ]
      : [];

  return {
    /** The expected changes that cover what a run shows; they are not stored. */
    async propose(
      plan: ReplayPlan,
      round: ReplayRound,
      of: ExpectedOf,
      by: ExpectedBy,
    ): Promise<Result<ExpectedChange[], ExpectationRefusal>> {
      const found = await findings.of(plan, round);
      if (found === undefined) return refuse('NOT_COMPLETED', 'the details of the run have expired');
      const isWanted = 'finding' in of ? ofFinding(found.findings, of.finding) : ofRequests(of.requests);
      const wanted = isWanted === null ? [] : await targets.of(plan, round, found.input, isWanted);
      const refusal = refusalOf(wanted);
      if (refusal !== null) return refusal;
      if (by.change === 'any') return accept(wanted.flatMap((target) => made(target, { is: 'any' }, plan, by)));
      const pairs = await targets.pairsOf(plan, round.round, wanted, await rules.inForce(plan.appId));
      const changes = wanted.map((target) => ({ target, change: exactly(target.kind, pairs.get(target) ?? []) }));
      const exact = changes.flatMap(({ target, change }) => (change === null ? [] : made(target, change, plan, by)));
      return exact.length === changes.length
        ? accept(exact)
        : refuse('NO_COMMON_CHANGE', 'change: the values have no change in common; any accepts every value');
    },
  };
}

/** The values of a sensitive field are named nowhere. */
const exactly = (kind: NamedDifference['kind'], pairs: readonly ChangedPair[]): Change | null =>
  kind === 'SENSITIVE_FIELD' ? null : learnChange(pairs);

function refusalOf(targets: readonly ExpectedTarget[]) {
  if (targets.length === 0) return refuse('NO_SUCH_FINDING', 'the run shows no such finding');
  if (targets.length > MAX_EXPECTED_AT_ONCE)
    return refuse('TOO_MANY_EXPECTED', `one call expects at most ${MAX_EXPECTED_AT_ONCE} changes of fields`);
  const never = targets.find(({ kind }) => !canBeExpected(kind));
  return never
    ? refuse('CANNOT_BE_EXPECTED', `${never.kind} cannot be expected in later runs: mark it in this run only`)
    : null;
}

/** The differences of a finding; null if the run has no such finding. */
function ofFinding(findings: Findings, { kind, subject, operations }: NamedFinding): IsWanted | null {
  const only = operations && new Set(operations);
  const isAt = (operation: string) => only?.has(operation) ?? true;
  const entries = groupedEntries(findings)
    .map(({ entry }) => entry)
    .filter((entry) => entry.kind === kind && entry.subjects.includes(subject))
    .filter(({ interfaces }) => interfaces.some(({ operationName }) => isAt(operationName)));
  if (entries.length === 0) return null;
  const keyOf = (operation: string, one: string) => JSON.stringify([operation, one]);
  const shown = new Set(
    entries.flatMap(({ subjects, interfaces }) =>
      interfaces.flatMap(({ operationName }) => subjects.map((one) => keyOf(operationName, one))),
    ),
  );
  return (operation, difference) =>
    difference.kind === kind && isAt(operation) && shown.has(keyOf(operation, difference.subject));
}

function ofRequests(requests: readonly number[]): IsWanted {
  const items = new Set(requests);
  return (_operation, _difference, item) => items.has(item);
}
