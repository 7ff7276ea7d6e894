import { coversOrigin, originOf } from '../../platform/values/origin-pattern.ts';
import type { RecentRuns } from '../domain/recent-runs.ts';

/** When the last run went to an allowed target, epoch ms; `never`, or null where older runs may have. */
export function lastRunOfTarget(address: string, { runs, isAll }: RecentRuns): number | 'never' | null {
  const last = runs.find(({ targetEnv }) => coversOrigin(address, originOf(targetEnv) ?? ''));
  return last?.at ?? (isAll ? 'never' : null);
}
