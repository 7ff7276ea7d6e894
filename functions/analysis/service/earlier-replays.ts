import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import { type EarlierReplay, MAX_EARLIER_REPLAYS } from '../domain/consecutive.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';

/** States of a round without differences. */
const NOTHING_FOUND: ReadonlySet<string | undefined> = new Set(['CLEAN', 'LOW_COVERAGE']);

export type EarlierReplays = ReturnType<typeof earlierReplays>;

/**
 * The replays of an application before a round, nearest first: the earlier rounds of its plan, then the plans created
 * before it (spec 2.5, `consecutive`).
 */
export function earlierReplays({ rows, plans }: { rows: AnalysisRows; plans: PlanStore }) {
  return async (plan: ReplayPlan, { round }: Pick<ReplayRound, 'round'>): Promise<EarlierReplay[]> => {
    const own = Array.from({ length: round - 1 }, (_, index) => ({ ...plan, round: round - 1 - index }));
    const earlier = [...own, ...(await plans.earlier(plan, MAX_EARLIER_REPLAYS))].slice(0, MAX_EARLIER_REPLAYS);
    const [rounds, analyses] = await Promise.all([plans.latestRounds(earlier), rows.findMany(earlier)]);
    return Promise.all(
      analyses.map(async (found, index) => {
        const content = found && (await rows.content(found));
        const changes = content?.changes ?? [];
        return {
          isConclusive: found?.row.state === 'DONE' || NOTHING_FOUND.has(rounds[index]?.result?.state),
          consecutive: new Map(changes.map(({ findingId, consecutive }) => [findingId, consecutive])),
        };
      }),
    );
  };
}
