import { isoDate } from '../../../platform/time/iso-text.ts';
import type { OnlinePolicy } from './online-policy.ts';

const HOUR_MS = 3_600_000;
/** Number of failed runs in a row that pauses a policy (evaluation 3.13). */
export const MAX_FAILED_RUNS = 3;

/**
 * When the policy may start a run: null means now, otherwise epoch ms. A clock that was set back does not allow an
 * earlier run.
 */
export function runAllowedAt(
  { recent_runs, spec }: Pick<OnlinePolicy, 'recent_runs' | 'spec'>,
  now: number,
): number | null {
  const { max_runs_per_hour } = spec.budgets;
  const times = recent_runs.map(({ at }) => at).filter((at) => at > now - HOUR_MS);
  const oldest = times.sort((a, b) => a - b).at(-max_runs_per_hour);
  return oldest === undefined ? null : oldest + HOUR_MS;
}

/** Targets left in the UTC day. A clock that was set back stays in the later day. */
export function targetsLeft({ day, spec }: Pick<OnlinePolicy, 'day' | 'spec'>, now: number): number {
  const used = day.date >= isoDate(now) ? day.targets : 0;
  return Math.max(0, spec.budgets.max_targets_per_day - used);
}

/** Whether a run of this many targets may start now. */
export const hasRoom = (
  policy: Pick<OnlinePolicy, 'recent_runs' | 'day' | 'spec'>,
  targets: number,
  now: number,
): boolean => runAllowedAt(policy, now) === null && targets <= targetsLeft(policy, now);

/** Maximum targets of the next run by the budgets, and which budget limits it. */
export function targetLimit(
  policy: Pick<OnlinePolicy, 'day' | 'spec'>,
  { max_targets_per_run }: OnlinePolicy['spec']['budgets'],
  now: number,
): { max: number; beyond: 'max_targets_per_run' | 'max_targets_per_day' } {
  const left = targetsLeft(policy, now);
  return left < max_targets_per_run
    ? { max: left, beyond: 'max_targets_per_day' }
    : { max: max_targets_per_run, beyond: 'max_targets_per_run' };
}

/** Changes of a policy when it reserves budget for a run that is created afterwards. */
export function spent(
  { recent_runs, day }: Pick<OnlinePolicy, 'recent_runs' | 'day'>,
  { targets, scheduled }: { targets: number; scheduled: boolean },
  now: number,
): Pick<OnlinePolicy, 'recent_runs' | 'day'> {
  const all = [...recent_runs, { workflow_run_id: null, at: now, scheduled }];
  const last = new Set(all.filter((one) => one.scheduled).slice(-MAX_FAILED_RUNS));
  const today = isoDate(now);
  const isBack = day.date > today;
  return {
    recent_runs: all.filter((one) => one.at > now - HOUR_MS || last.has(one)),
    day: {
      date: isBack ? day.date : today,
      targets: targets + (isBack || day.date === today ? day.targets : 0),
    },
  };
}

/** Adds the created run to the schedule's latest reservation. */
export function recordRun(
  { recent_runs }: Pick<OnlinePolicy, 'recent_runs'>,
  workflow_run_id: string,
): Pick<OnlinePolicy, 'recent_runs'> {
  const reservation = recent_runs.findLast((one) => one.scheduled);
  if (reservation?.workflow_run_id !== null) return { recent_runs };
  return { recent_runs: recent_runs.map((one) => (one === reservation ? { ...one, workflow_run_id } : one)) };
}

/** The last runs of the schedule since the policy became active, at most three. */
export const streakOf = ({ recent_runs, active_since }: Pick<OnlinePolicy, 'recent_runs' | 'active_since'>): string[] =>
  recent_runs
    .filter(({ scheduled, at }) => scheduled && at >= active_since)
    .flatMap(({ workflow_run_id }) => workflow_run_id ?? [])
    .slice(-MAX_FAILED_RUNS);
