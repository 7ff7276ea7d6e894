import { changeText } from '../../compare/domain/expected/change-text.ts';
import { expectationId } from '../../compare/domain/expected/expectation-ids.ts';
import type { ExpectedChange } from '../../compare/domain/expected/expected-change.ts';
import type { Caller } from '../../platform/http/api.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import type { OlderCases } from '../../recordings/store/older-cases.ts';
import type { FindingServices } from '../composition.ts';
import type { FindingTotals } from '../domain/findings.ts';
import type { ShownExpectation } from './expectations.doc.ts';

/** Expected changes with what they cover and when they end; what one call made of an endpoint is counted once. */
export async function shownExpectations(
  appId: string,
  changes: readonly ExpectedChange[],
  coversOf: (change: ExpectedChange) => number | null,
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
    shown.push(shownExpectation(change, coversOf(change), older, caller));
  }
  return shown;
}

function shownExpectation(
  change: ExpectedChange,
  covers: number | null,
  older: OlderCases,
  caller: Caller,
): ShownExpectation {
  const { ruleId, operation, methods, kind, subject, since, planId, note, createdBy, createdAt } = change;
  return {
    id: expectationId(ruleId),
    operation,
    ...(methods && { methods }),
    kind,
    subject,
    change: change.change.is === 'any' ? 'any' : 'exact',
    exactly: changeText(change.change, !hasScope(caller, 'write')),
    since: isoText(since),
    planId,
    note: note ?? null,
    createdBy,
    createdAt: isoText(createdAt),
    covers,
    ended: older.count === 0,
    older: {
      recordings: older.count,
      isCut: older.isCut,
      pinned: older.pinned,
      endsAt: isoTextOrNull(older.endsAt),
    },
  };
}

/** The requests that an expected change covers in the latest finished run; null if no run has finished. */
export const coversIn = (last: { totals: Pick<FindingTotals, 'expected'> } | undefined) => {
  const covers = new Map(last?.totals.expected.changes.map(({ ruleId, requests }) => [ruleId, requests]));
  return ({ ruleId }: ExpectedChange): number | null => (last === undefined ? null : (covers.get(ruleId) ?? 0));
};
