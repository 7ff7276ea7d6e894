import type { TabCounts } from '../../applications/domain/tab-counts.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';

interface Parts {
  recordings: { countOf(appId: string): Promise<number> };
  plans: { countOf(appId: string): Promise<number> };
  rules: { countsOf(appId: string): Promise<{ rules: number; expected: number }> };
  schedules: { list(appId: string): Promise<readonly unknown[]> };
}

/** What the tabs of an application count. Each count reads few rows, whatever the application has stored. */
export async function tabCounts({ recordings, plans, rules, schedules }: Parts, appId: string): Promise<TabCounts> {
  const [stored, runs, planned, kept] = await Promise.all([
    undefinedIfDamaged(recordings.countOf(appId)),
    undefinedIfDamaged(plans.countOf(appId)),
    undefinedIfDamaged(schedules.list(appId)),
    undefinedIfDamaged(rules.countsOf(appId)),
  ]);
  return { recordings: stored, runs, schedules: planned?.length, rules: kept?.rules, expected: kept?.expected };
}
