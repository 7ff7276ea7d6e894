import type { LastRunMisses } from '../../applications/domain/calls/recorded-calls.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { PlanStore } from '../store/plans.ts';

/** Runs that are looked at; the newest ones may be under way, or make their calls for real. */
const MAX_RUNS = 10;

/** Calls that no recorded call answered in the newest settled run that answers calls; null without one. */
export async function lastRunMisses(
  plans: Pick<PlanStore, 'list' | 'latestRounds'>,
  appId: string,
): Promise<LastRunMisses | null> {
  const page = await undefinedIfDamaged(plans.list({ appId, limit: MAX_RUNS, after: null }));
  // The index does not order plans of the same second.
  const newest = (page?.plans ?? []).toSorted((a, b) => b.createdAt - a.createdAt);
  const mocked = newest.filter(({ enableMock }) => enableMock);
  const rounds = (await undefinedIfDamaged(plans.latestRounds(mocked))) ?? [];
  const last = rounds.find((round) => round?.result != null);
  if (last?.result == null) return null;
  const { planId, result } = last;
  return { planId, services: result.missedBy === undefined ? null : new Map(result.missedBy) };
}
