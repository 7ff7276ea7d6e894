import { sumOf } from '../../../platform/values/sum-of.ts';
import type { CallCounts } from './result-calls.ts';

/**
 * What a settled round stores of its calls that no recorded call answered; nothing where some were not counted by
 * service.
 */
export function missedServices(
  calls: Pick<CallCounts, 'misses' | 'missedBy'> | undefined,
): Pick<CallCounts, 'missedBy'> {
  if (calls === undefined) return {};
  const missedBy = calls.missedBy ?? [];
  return sumOf(missedBy, ([, missed]) => missed) === calls.misses ? { missedBy } : {};
}
