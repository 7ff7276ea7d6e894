import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { MarkStore } from '../../findings/store/marks.ts';
import type { DailyQuota } from '../../platform/daily-quota.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import { analysisCompletion } from './analysis-completion.ts';
import { analysisContents } from './analysis-contents.ts';
import type { AnalysisJobs } from './analysis-jobs.ts';
import { type AnalysisSettings, analysisStart } from './analysis-start.ts';
import { analysisViews } from './analysis-views.ts';
import { analysisWait } from './analysis-wait.ts';
import { diagnosisWriter, type Executor } from './diagnosis-writer.ts';
import { earlierReplays } from './earlier-replays.ts';

interface AnalysisParts extends Pick<World, 'workflows' | 'now' | 'log'> {
  rows: AnalysisRows;
  jobs: AnalysisJobs;
  quota: DailyQuota;
  plans: PlanStore;
  results: ResultStore;
  marks: MarkStore;
  applications: ApplicationStore;
  /** Notifies the channels of a written diagnosis (spec 6.2.5). */
  announce(plan: ReplayPlan, round: ReplayRound): Promise<void>;
}

/** Cause analyses of rounds (spec 2.5, 3.5): started by the workflow, written by executors. */
export function analysisService(
  { rows, jobs, quota, plans, results, marks, applications, announce, ...world }: AnalysisParts,
  { waitMs, daily, isBuiltIn }: AnalysisSettings,
) {
  const { now } = world;
  const contents = analysisContents({ rows, results, earlier: earlierReplays({ rows, plans }) });
  const completion = analysisCompletion({ rows, announce, ...world });
  const write = diagnosisWriter({ rows, contents, completion, ...world });

  const startWrites = analysisStart({ rows, jobs, quota, applications, now }, { daily, isBuiltIn });

  return {
    /**
     * Accepts a diagnosis (interface 2.5). Once a final state is durable, it is passed to the waiting workflow and to
     * the channels.
     */
    write: (plan: ReplayPlan, round: ReplayRound, diagnosis: unknown, executor: Executor = 'external') =>
      write(plan, round, diagnosis, executor),

    /**
     * The writes that start the automatic analysis of a round. They are written with its settling, so that no poll sees
     * one without the other.
     */
    settlingWrites: (plan: ReplayPlan, round: ReplayRound, failed: FailedCases) =>
      startWrites(plan, round, () => contents.ofSettling(plan, round, failed)),

    /** Ends the analysis of a round whose executor broke down; one that is over stays as it is. */
    fail: (plan: ReplayPlan, round: ReplayRound): Promise<void> =>
      retryOnConflict(
        async () => {
          const found = await rows.find(plan.planId, round.round);
          if (found?.row.state !== 'RUNNING') return completion.notify(plan, round);
          if (!(await completion.abort(plan, round, found.row))) return CONFLICT;
        },
        { subject: 'the analysis' },
      ),

    /**
     * Notifies the workflow and the channels of an ended analysis if a crash prevented it. Does nothing while the
     * analysis runs.
     */
    notify: (plan: ReplayPlan, round: ReplayRound): Promise<void> => completion.notify(plan, round),

    /**
     * The failed cases of a settled round that an analysis is about. Undefined for rounds settled before they were
     * stored.
     */
    failedCases: (planId: string, round: number) => results.findFailed(planId, round),

    ...analysisWait({ rows, contents, completion, startWrites, now, waitMs }),
    ...analysisViews({ rows, results, marks, now }),
  };
}
