import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { MarkStore } from '../../findings/store/marks.ts';
import type { DailyQuota } from '../../platform/daily-quota.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { type FailedCases, hasItem } from '../../replay/domain/results/failed-cases.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { Analysis } from '../domain/analysis.ts';
import { isStale, waitSeconds } from '../domain/analysis-time.ts';
import { analysisView, type MarkedCase } from '../domain/analysis-view.ts';
import type { AnalysisJobs } from '../store/analysis-jobs.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import { analysisCompletion } from './analysis-completion.ts';
import { analysisContents } from './analysis-contents.ts';
import { type AnalysisSettings, analysisStart } from './analysis-start.ts';
import { diagnosisWriter, type Executor } from './diagnosis-writer.ts';
import { earlierReplays } from './earlier-replays.ts';

/** What a workflow does about the analysis of its round. */
export interface AnalysisRequest {
  /** Seconds to wait before the next check. 0: do not wait. */
  waitSeconds: number;
  /** Whether to start the built-in executor. */
  start: boolean;
}

const NO_WAIT: AnalysisRequest = { waitSeconds: 0, start: false };

/** Cause analyses of rounds (spec 2.5, 3.5): started by the workflow, written by executors. */
export function analysisService(
  {
    rows,
    jobs,
    quota,
    plans,
    results,
    marks,
    applications,
    announce,
    ...world
  }: {
    rows: AnalysisRows;
    jobs: AnalysisJobs;
    quota: DailyQuota;
    plans: PlanStore;
    results: ResultStore;
    marks: MarkStore;
    applications: ApplicationStore;
    /** Notifies the channels of a written diagnosis (spec 6.2.5). */
    announce(plan: ReplayPlan, round: ReplayRound): Promise<void>;
  } & Pick<World, 'workflows' | 'now' | 'log'>,
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

    /**
     * Starts the automatic analysis of a settled round if one applies and has not started, and returns how long to wait
     * for it. A repeat checks its state.
     */
    async request(plan: ReplayPlan, round: ReplayRound): Promise<AnalysisRequest> {
      for (;;) {
        const found = await rows.find(plan.planId, round.round);
        if (found === undefined) {
          const writes = await startWrites(plan, round, () => contents.of(plan, round));
          if (writes.length === 0) return NO_WAIT;
          await rows.start(writes);
          continue;
        }
        const { row } = found;
        if (row.state !== 'RUNNING') {
          await completion.notify(plan, round);
          return NO_WAIT;
        }
        const at = now();
        if (isStale(row.heartbeatAt, at)) {
          await completion.abort(plan, round, row);
          continue;
        }
        const deadline = (round.result?.settledAt ?? 0) + waitMs;
        return {
          waitSeconds: waitSeconds({ deadline, heartbeatAt: row.heartbeatAt }, at),
          start: row.executor === 'built-in',
        };
      }
    },

    /** Stores the token of a workflow that waits for the end. `over`: the analysis has already ended. */
    async await(plan: ReplayPlan, round: ReplayRound, token: string): Promise<'waiting' | 'over'> {
      if (!(await rows.keepToken(plan.planId, round.round, token))) return 'over';
      const found = await rows.find(plan.planId, round.round);
      // `request` handles a missing heartbeat after the wait, because one may still arrive.
      return found?.row.state === 'RUNNING' ? 'waiting' : 'over';
    },

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

    /** The analysis as polls and events show it (spec 2.5) and its text (spec 2.6). Null if there is none. */
    async viewOf(
      plan: Pick<ReplayPlan, 'planId'>,
      { round }: Pick<ReplayRound, 'round'>,
    ): Promise<{ analysis: Analysis | null; summary: string | null }> {
      const found = await rows.find(plan.planId, round);
      const content = found && (await rows.content(found));
      if (found === undefined || content === undefined) return { analysis: null, summary: null };
      const { state, reason, heartbeatAt } = found.row;
      const shown =
        state === 'RUNNING' && isStale(heartbeatAt, now())
          ? ({ state: 'PARTIAL', reason: 'STALE' } as const)
          : { state, reason };
      const marked = await markedCases(plan.planId, round);
      return { analysis: analysisView(shown, content.counts, content.changes, marked), summary: content.summary };
    },

    /** The code change that the analysis names as the cause of one failed case. Null if it names none. */
    async causeOf({ planId }: Pick<ReplayPlan, 'planId'>, { round }: Pick<ReplayRound, 'round'>, item: number) {
      const found = await rows.find(planId, round);
      if (found === undefined) return null;
      const [content, cases] = await Promise.all([rows.content(found), rows.cases(planId, round)]);
      const key = cases.find(({ items }) => hasItem([{ items }], item))?.change ?? null;
      return (key !== null && content?.changes.find(({ entry }) => entry.key === key)) || null;
    },
  };

  /** Failed cases that users marked as expected. Reads the stored cases only if there are marks. */
  async function markedCases(planId: string, round: number): Promise<MarkedCase[]> {
    const all = await marks.list(planId, round);
    if (all.length === 0) return [];
    const [failed, cases] = await Promise.all([results.findFailed(planId, round), rows.cases(planId, round)]);
    return all
      .filter(({ item }) => hasItem(failed?.clusters ?? [], item))
      .map(({ item, markedAt }) => ({
        markedAt,
        change: cases.find(({ items }) => hasItem([{ items }], item))?.change ?? null,
      }));
  }
}
