import { failedCases } from '../domain/analysis/failed-cases.ts';
import { computeFindings } from '../domain/findings/findings.ts';
import type { ReplayPlan, ReplayRound } from '../domain/replay/plan.ts';
import { passRate, verdict } from '../domain/replay/verdict.ts';
import type { World } from '../world.ts';
import type { FindingsRepository } from './findings.ts';
import type { NoiseRepository } from './noise.ts';
import type { PlansRepository } from './plans.ts';
import type { ResultsRepository } from './results.ts';
import type { RoundClustersMaker } from './round-clusters.ts';

export type Settlement = ReturnType<typeof settlement>;

/** Ends a round: findings settle, verdict and counts are computed and stored once (spec 3.1, 3.4). */
export function settlement({
  plans,
  results,
  clusters,
  findings,
  noise,
  now,
  log,
}: {
  plans: PlansRepository;
  results: ResultsRepository;
  clusters: RoundClustersMaker;
  findings: FindingsRepository;
  noise: NoiseRepository;
} & Pick<World, 'now' | 'log'>) {
  async function settleAs(plan: ReplayPlan, round: ReplayRound): Promise<boolean> {
    const { itemsOf, ...settled } = await clusters.gatherPlaced(plan, round);
    await results.putClusters(plan, round.round, settled);
    const input = await findings.inputOf(plan.appId, {
      ...settled,
      interrupted: round.interruption !== null,
      markedOutcomes: [],
      suggested: await noise.suggested(plan.planId, round.round),
    });
    const { findings: found, counts } = computeFindings(input);
    const result = {
      ...counts,
      verdict: verdict({
        ...counts,
        finishedNormally: round.interruption === null,
        passThreshold: plan.passThreshold,
      }),
      passRate: passRate(counts),
      settledAt: now(),
      state: found.state,
    };
    const failed = await results.failedWrite(plan, round.round, failedCases(input, itemsOf));
    const isSettled = await plans.settle(plan, round, result, [failed]);
    if (isSettled) {
      log.info('replay settled', {
        plan_id: plan.planId,
        round: round.round,
        app_id: plan.appId,
        outcome: found.state,
      });
    }
    return isSettled;
  }

  return {
    /** Settles a round that has ended or is to end as it is; a second call changes nothing. */
    async settle(plan: ReplayPlan, given: ReplayRound): Promise<void> {
      if (given.result !== null || (await settleAs(plan, given))) return;
      const latest = await plans.findRound(plan.planId, given.round);
      // Not settled by anyone, so it was interrupted since it was read, which happens once: settle it as interrupted.
      if (latest?.result === null) await settleAs(plan, latest);
    },
  };
}
