import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import { runDuration, runState } from '../../domain/plan.ts';
import { runTitle } from '../../domain/run-title.ts';
import type { PlanStore } from '../../store/plans.ts';
import type { Schedule } from '../domain/schedule.ts';

/** The last run of a schedule as its list names it. */
export interface LastRun {
  title: string;
  state: string;
  /** Of its latest round in ms; null if it has not ended. */
  durationMs: number | null;
}

/** The last runs of schedules by planId, without those that have expired. */
export async function lastRuns(plans: PlanStore, schedules: readonly Schedule[]): Promise<Map<string, LastRun>> {
  const ids = schedules.flatMap(({ lastPlanId }) => lastPlanId ?? []);
  const found = (await Promise.all(ids.map((id) => undefinedIfDamaged(plans.find(id))))).filter(
    (plan) => plan !== undefined,
  );
  const rounds = await plans.latestRounds(found);
  return new Map(
    found.map((plan, index) => {
      const round = rounds[index];
      return [
        plan.planId,
        { title: runTitle(plan), state: runState(plan, round), durationMs: round ? runDuration(round) : null },
      ];
    }),
  );
}
