import type { OnlinePolicy } from './online-policy.ts';

const HOUR_MS = 3_600_000;
/** So many failed runs in a row pause a policy (evaluation 3.13). */
export const MOST_FAILED_RUNS = 3;

/** When the policy may start a run: null now, else epoch ms. A clock that went back makes nobody run earlier. */
export function runAllowedAt(
  { recent_runs, spec }: Pick<OnlinePolicy, 'recent_runs' | 'spec'>,
  now: number,
): number | null {
  const { max_runs_per_hour } = spec.budgets;
  const times = recent_runs.map(({ at }) => at).filter((at) => at > now - HOUR_MS);
  const oldest = times.sort((a, b) => a - b).at(-max_runs_per_hour);
  return oldest === undefined ? null : oldest + HOUR_MS;
}

/** Targets that are left of the UTC day; a clock that went back stays in the later day. */
export function targetsLeft({ day, spec }: Pick<OnlinePolicy, 'day' | 'spec'>, now: number): number {
  const used = day.date >= dateOf(now) ? day.targets : 0;
  return Math.max(0, spec.budgets.max_targets_per_day - used);
}

/** Whether a run of so many targets may start now. */
export const hasRoom = (
  policy: Pick<OnlinePolicy, 'recent_runs' | 'day' | 'spec'>,
  targets: number,
  now: number,
): boolean => runAllowedAt(policy, now) === null && targets <= targetsLeft(policy, now);

/** How many targets the next run may have by the budgets, and which of them says so. */
export function targetLimit(
  policy: Pick<OnlinePolicy, 'day' | 'spec'>,
  { max_targets_per_run }: OnlinePolicy['spec']['budgets'],
  now: number,
): { most: number; beyond: 'max_targets_per_run' | 'max_targets_per_day' } {
  const left = targetsLeft(policy, now);
  return left < max_targets_per_run
    ? { most: left, beyond: 'max_targets_per_day' }
    : { most: max_targets_per_run, beyond: 'max_targets_per_run' };
}

/** What changes of a policy when it takes the place of a run, which is made afterwards. */
export function spent(
  { recent_runs, day }: Pick<OnlinePolicy, 'recent_runs' | 'day'>,
  { targets, scheduled }: { targets: number; scheduled: boolean },
  now: number,
): Pick<OnlinePolicy, 'recent_runs' | 'day'> {
  const all = [...recent_runs, { workflow_run_id: null, at: now, scheduled }];
  const last = new Set(all.filter((one) => one.scheduled).slice(-MOST_FAILED_RUNS));
  const today = dateOf(now);
  const isBack = day.date > today;
  return {
    recent_runs: all.filter((one) => one.at > now - HOUR_MS || last.has(one)),
    day: {
      date: isBack ? day.date : today,
      targets: targets + (isBack || day.date === today ? day.targets : 0),
    },
  };
}

/** The place that the schedule took last, with the run that has been made for it. */
export function withRun(
  { recent_runs }: Pick<OnlinePolicy, 'recent_runs'>,
  workflow_run_id: string,
): Pick<OnlinePolicy, 'recent_runs'> {
  const place = recent_runs.findLast((one) => one.scheduled);
  if (place?.workflow_run_id !== null) return { recent_runs };
  return { recent_runs: recent_runs.map((one) => (one === place ? { ...one, workflow_run_id } : one)) };
}

/** The last runs of the schedule since the policy became active, at most three. */
export const streakOf = ({ recent_runs, active_since }: Pick<OnlinePolicy, 'recent_runs' | 'active_since'>): string[] =>
  recent_runs
    .filter(({ scheduled, at }) => scheduled && at >= active_since)
    .flatMap(({ workflow_run_id }) => workflow_run_id ?? [])
    .slice(-MOST_FAILED_RUNS);

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
