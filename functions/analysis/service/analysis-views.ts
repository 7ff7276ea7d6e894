import type { MarkStore } from '../../findings/store/marks.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { hasItem } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { Analysis } from '../domain/analysis.ts';
import { isStale } from '../domain/analysis-time.ts';
import { analysisView, type MarkedCase } from '../domain/analysis-view.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';

interface AnalysisViewsParts extends Pick<World, 'now'> {
  rows: AnalysisRows;
  results: ResultStore;
  marks: MarkStore;
}

/** What is shown of analyses. */
export function analysisViews({ rows, results, marks, now }: AnalysisViewsParts) {
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

  return {
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
}
