import { changeText } from '../../compare/domain/expected/change-text.ts';
import { changedValues } from '../../compare/domain/expected/changed-values.ts';
import { expectationId } from '../../compare/domain/expected/expectation-ids.ts';
import type { ExpectedChange } from '../../compare/domain/expected/expected-change.ts';
import type { Caller } from '../../platform/http/api.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import type { OlderCases } from '../../recordings/store/older-cases.ts';
import type { FindingServices } from '../composition.ts';
import { endpointRequests } from '../domain/expected/endpoint-requests.ts';
import type { FindingsInput, FindingTotals } from '../domain/findings.ts';
import { followedEnds } from '../service/followed-ends.ts';
import type { ShownExpectation } from './expectations.doc.ts';

/** What an expected change covers in a run, and the run's requests of its endpoint; null without a run. */
type ExpectationUse = Pick<ShownExpectation, 'covers' | 'replayed'>;

/** Expected changes with what they cover and when they end; what one call made of an endpoint is counted once. */
export async function shownExpectations(
  appId: string,
  changes: readonly ExpectedChange[],
  useOf: (change: ExpectedChange) => ExpectationUse,
  caller: Caller,
  { recordings }: Pick<FindingServices, 'recordings'>,
): Promise<ShownExpectation[]> {
  const known = new Map<string, OlderCases>();
  const shown: ShownExpectation[] = [];
  for (const change of changes) {
    const { operation, since } = change;
    const key = JSON.stringify([operation, since]);
    const older = known.get(key) ?? (await recordings.olderThan(appId, operation, since));
    known.set(key, older);
    shown.push(shownExpectation(change, useOf(change), older, caller));
  }
  return shown;
}

function shownExpectation(
  change: ExpectedChange,
  use: ExpectationUse,
  older: OlderCases,
  caller: Caller,
): ShownExpectation {
  const { ruleId, operation, methods, kind, subject, since, planId, note, createdBy, createdAt } = change;
  const mayWrite = hasScope(caller, 'write');
  return {
    id: expectationId(ruleId),
    operation,
    ...(methods && { methods }),
    kind,
    subject,
    change: change.change.is === 'any' ? 'any' : 'exact',
    exactly: changeText(change.change, !mayWrite),
    values: mayWrite ? changedValues(change.change) : null,
    since: isoText(since),
    planId,
    note: note ?? null,
    createdBy,
    createdAt: isoText(createdAt),
    ...use,
    ended: older.count === 0,
    endedAt: null,
    older: {
      recordings: older.count,
      isCut: older.isCut,
      pinned: older.pinned,
      endsAt: isoTextOrNull(older.endsAt),
    },
  };
}

/** Expected changes that are stored, likewise, with when they ended; what is new of their ends is noted. */
export async function followedExpectations(
  appId: string,
  changes: readonly ExpectedChange[],
  useOf: (change: ExpectedChange) => ExpectationUse,
  caller: Caller,
  services: Pick<FindingServices, 'recordings' | 'expectationEnds' | 'now'>,
): Promise<ShownExpectation[]> {
  const items = await shownExpectations(appId, changes, useOf, caller, services);
  const ends = await followedEnds(appId, items, services);
  return items.map((item) => ({ ...item, endedAt: isoTextOrNull(ends.get(item.id) ?? null) }));
}

/** What expected changes cover in a finished run. */
export const useIn = (
  run: { totals: Pick<FindingTotals, 'expected'>; input: Pick<FindingsInput, 'clusters'> } | undefined,
) => {
  const covers = new Map(run?.totals.expected.changes.map(({ ruleId, requests }) => [ruleId, requests]));
  return (change: ExpectedChange): ExpectationUse =>
    run === undefined
      ? { covers: null, replayed: null }
      : { covers: covers.get(change.ruleId) ?? 0, replayed: endpointRequests(run.input, change) };
};
