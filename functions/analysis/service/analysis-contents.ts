import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { ResultsRepository } from '../../replay/store/results.ts';
import { analysisCounts } from '../domain/analysis-counts.ts';
import { codeChanges } from '../domain/code-changes.ts';
import { consecutiveOf } from '../domain/consecutive.ts';
import { NOTHING_SAID, type Said } from '../domain/merged-diagnosis.ts';
import { namedCases } from '../domain/named-cases.ts';
import type { AnalysisContent, AnalysisRows, StoredAnalysis } from '../store/analysis-rows.ts';
import type { EarlierReplays } from './earlier-replays.ts';

export type AnalysisContents = ReturnType<typeof analysisContents>;

/** Merged content of a round's diagnoses, and the data derived from it. */
export function analysisContents({
  rows,
  results,
  earlier,
}: {
  rows: AnalysisRows;
  results: ResultsRepository;
  earlier: EarlierReplays;
}) {
  return {
    /** Merged diagnoses so far. */
    async said(found: StoredAnalysis): Promise<Said> {
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
    async of(plan: ReplayPlan, round: ReplayRound, said: Said = NOTHING_SAID): Promise<AnalysisContent | undefined> {
      const failed = await results.findFailed(plan.planId, round.round);
      return failed && made(plan, round, failed, said);
    },

    /** The same for a round that is about to settle with these failed cases, before any diagnosis. */
    ofSettling: (plan: ReplayPlan, round: ReplayRound, failed: FailedCases) => made(plan, round, failed, NOTHING_SAID),
  };

  async function made(plan: ReplayPlan, round: ReplayRound, failed: FailedCases, said: Said): Promise<AnalysisContent> {
    const changes = codeChanges(plan.appId, said.changes.values(), failed, said.cases);
    const before = changes.length === 0 ? [] : await earlier(plan, round);
    return {
      counts: analysisCounts(failed, said.cases, round.result?.failedCases ?? 0),
      changes: changes.map((change) => ({ ...change, consecutive: consecutiveOf(change.findingId, before) })),
      summary: said.summary,
    };
  }
}
