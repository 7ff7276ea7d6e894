import type { TabCounts } from '../../applications/domain/tab-counts.ts';
import { type ExpectationEnd, hasEnded } from '../../compare/domain/expected/expectation-end.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';

interface Parts {
  recordings: { countOf(appId: string): Promise<number> };
  plans: { countOf(appId: string): Promise<number> };
  rules: { countsOf(appId: string): Promise<{ rules: number; expected: number }> };
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
    const counts = await rules.countsOf(appId);
    if (counts.expected === 0) return counts;
    const ends = [...(await expectationEnds.known(appId)).values()];
    return { ...counts, expected: counts.expected - ends.filter((end) => hasEnded(end, now())).length };
  }
}
