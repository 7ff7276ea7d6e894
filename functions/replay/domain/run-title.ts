import { isoText } from '../../platform/time/iso-text.ts';
import type { ReplayPlan } from './plan.ts';
import { shortCommit } from './run-build.ts';

/** The members of a plan that name it. */
export type NamedRun = Pick<ReplayPlan, 'appId' | 'planName' | 'createdAt' | 'number' | 'build' | 'scheduleId'>;

/** The default planName. `createdAt`: epoch ms. */
export const defaultPlanName = (appId: string, createdAt: number): string => `${appId} ${isoText(createdAt)}`;

/**
 * The name of a run: the one that a person gave it, the title of the commit, branch and commit, the build, or
 * `Run 42 of shop`. Plans of earlier versions have no number; their time names them. External text, at most a few
 * hundred characters on one line, to be escaped where it is shown.
 */
export function runTitle(run: NamedRun): string {
  const { planName, build = {} } = run;
  if (!isDefaultName(run)) return planName;
  const { title, branch, commit, name } = build;
  if (title !== undefined) return title;
  if (branch !== undefined && commit !== undefined) return `${branch} ${shortCommit(commit)}`;
  if (commit !== undefined) return `Commit ${shortCommit(commit)}`;
  // A branch has many runs.
  if (branch !== undefined) return `${branch}, ${name ?? numbered(run)}`;
  return name ?? numberOf(run);
}

/** `Run 42 of shop`, with the schedule that started it. */
function numberOf(run: NamedRun): string {
  const { appId, scheduleId } = run;
  const text = run.number === undefined ? `Run of ${appId} at ${minuteOf(run)}` : `Run ${run.number} of ${appId}`;
  return scheduleId === undefined ? text : `${text} (${scheduleId})`;
}

const numbered = (run: NamedRun): string => (run.number === undefined ? minuteOf(run) : `run ${run.number}`);

/** `2026-11-20 12:00 UTC` */
const minuteOf = ({ createdAt }: NamedRun): string => {
  const iso = isoText(createdAt);
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
};

/** The time in it may be some milliseconds off the plan's. */
const isDefaultName = ({ appId, planName }: NamedRun): boolean =>
  planName.startsWith(`${appId} `) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(planName.slice(appId.length + 1));
