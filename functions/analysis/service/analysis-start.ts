import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { DailyQuota } from '../../platform/daily-quota.ts';
import type { World, Write } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { ANALYSED_STATES } from '../domain/analysed-states.ts';
import { type AnalysisContent, type AnalysisRow, newAnalysis } from '../store/analysis-row.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import type { AnalysisJobs } from './analysis-jobs.ts';
import type { Executor } from './diagnosis-writer.ts';

/** Settings that determine who analyses. */
export interface AnalysisSettings {
  /** Maximum wait of a notification, in ms from settling. */
  waitMs: number;
  /** Maximum automatic analyses per tenant and day. */
  daily: number;
  /** Whether a language model is configured. */
  isBuiltIn: boolean;
}

/** Starts automatic analyses, or records why none runs (interface 2.5). */
export function analysisStart(
  {
    rows,
    jobs,
    quota,
    applications,
    now,
  }: { rows: AnalysisRows; jobs: AnalysisJobs; quota: DailyQuota; applications: ApplicationStore } & Pick<World, 'now'>,
  { daily, isBuiltIn }: Pick<AnalysisSettings, 'daily' | 'isBuiltIn'>,
) {
  /**
   * The writes that start it. They succeed only together and once per round. Empty if no automatic analysis applies.
   */
  return async (
    plan: ReplayPlan,
    round: ReplayRound,
    contentOf: () => Promise<AnalysisContent | undefined>,
  ): Promise<Write[]> => {
    if (plan.source !== 'trigger' || !ANALYSED_STATES.has(round.result?.state)) return [];
    if (!(await applications.settings(plan.appId)).automaticAnalysis) return [];
    const content = await contentOf();
    if (content === undefined) return [];
    const executor: Executor | null = isBuiltIn ? 'built-in' : (await jobs.isConnected()) ? 'external' : null;
    const reserved = executor && (await quota.reserve('analyses', daily));
    const row: AnalysisRow = { ...newAnalysis(plan, round), executor, heartbeatAt: now() };
    if (reserved) return [...(await rows.firstWrites(row, content, { isJob: executor === 'external' })), reserved];
    const reason = executor ? 'QUOTA_EXHAUSTED' : 'NO_EXECUTOR';
    return rows.firstWrites({ ...row, state: 'SKIPPED', reason }, content);
  };
}
