import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { analysisCounts } from '../domain/analysis-counts.ts';
import { codeChanges } from '../domain/code-changes.ts';
import { consecutiveOf } from '../domain/consecutive.ts';
import { type DiagnosisContent, EMPTY_DIAGNOSIS } from '../domain/merged-diagnosis.ts';
import { namedCases } from '../domain/named-cases.ts';
import type { AnalysisContent, StoredAnalysis } from '../store/analysis-row.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import type { EarlierReplays } from './earlier-replays.ts';

export type AnalysisContents = ReturnType<typeof analysisContents>;

/** Merged content of a round's diagnoses, and the data derived from it. */
export function analysisContents({
  rows,
  results,
  earlier,
}: {
  rows: AnalysisRows;
  results: ResultStore;
  earlier: EarlierReplays;
}) {
  return {
    /** Merged diagnoses so far. */
    async diagnosis(found: StoredAnalysis): Promise<DiagnosisContent> {
      const [content, cases] = await Promise.all([rows.content(found), rows.cases(found.row.planId, found.row.round)]);
      return {
        cases: namedCases(cases),
        changes: new Map(content?.changes.map(({ entry }) => [entry.key, entry])),
        summary: content?.summary ?? null,
      };
    },

    /**
     * Data derived from the diagnoses of a settled round. Undefined for a round that settled before its failed cases
     * were stored.
     */
    async of(
      plan: ReplayPlan,
      round: ReplayRound,
      diagnosis: DiagnosisContent = EMPTY_DIAGNOSIS,
    ): Promise<AnalysisContent | undefined> {
      const failed = await results.findFailed(plan.planId, round.round);
      return failed && made(plan, round, failed, diagnosis);
    },

    /** The same for a round that is about to settle with these failed cases, before any diagnosis. */
    ofSettling: (plan: ReplayPlan, round: ReplayRound, failed: FailedCases) =>
      made(plan, round, failed, EMPTY_DIAGNOSIS),
  };

  async function made(
    plan: ReplayPlan,
    round: ReplayRound,
    failed: FailedCases,
    diagnosis: DiagnosisContent,
  ): Promise<AnalysisContent> {
    const changes = codeChanges(plan.appId, diagnosis.changes.values(), failed, diagnosis.cases);
    const before = changes.length === 0 ? [] : await earlier(plan, round);
    return {
      counts: analysisCounts(failed, diagnosis.cases, round.result?.failedCases ?? 0),
      changes: changes.map((change) => ({ ...change, consecutive: consecutiveOf(change.findingId, before) })),
      summary: diagnosis.summary,
    };
  }
}
