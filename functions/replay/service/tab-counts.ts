import type { TabCounts } from '../../applications/domain/tab-counts.ts';
import { type ExpectationEnd, hasEnded } from '../../compare/domain/expected/expectation-end.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';

interface Parts {
  recordings: { countOf(appId: string): Promise<number> };
  plans: { countOf(appId: string): Promise<number> };
  rules: { countsOf(appId: string): Promise<{ rules: number; expected: readonly string[] }> };
  schedules: { list(appId: string): Promise<readonly unknown[]> };
  expectationEnds: { known(appId: string): Promise<ReadonlyMap<string, ExpectationEnd>> };
  now(): number;
}

/** What the tabs of an application count. Each count reads few rows, whatever the application has stored. */
export async function tabCounts(
  { recordings, plans, rules, schedules, expectationEnds, now }: Parts,
  appId: string,
): Promise<TabCounts> {
  const [stored, runs, planned, kept] = await Promise.all([
    undefinedIfDamaged(recordings.countOf(appId)),
    undefinedIfDamaged(plans.countOf(appId)),
    undefinedIfDamaged(schedules.list(appId)),
    undefinedIfDamaged(countsOfRules()),
  ]);
  return { recordings: stored, runs, schedules: planned?.length, rules: kept?.rules, expected: kept?.expected };

  /** Expected changes that have ended are not counted, as the heading of their list does not. */
  async function countsOfRules() {
    const { rules: own, expected } = await rules.countsOf(appId);
    const ends = expected.length === 0 ? undefined : await expectationEnds.known(appId);
    const holds = (id: string) => {
      const end = ends?.get(id);
      return end === undefined || !hasEnded(end, now());
    };
    return { rules: own, expected: expected.filter(holds).length };
  }
}
