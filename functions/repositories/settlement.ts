import type { Cluster } from '../domain/findings/clusters.ts';
import { clustersOf, mergeClusters } from '../domain/findings/clusters.ts';
import type { ReplayPlan, ReplayRound } from '../domain/replay/plan.ts';
import { passRate, verdict } from '../domain/replay/verdict.ts';
import type { World } from '../world.ts';
import type { FindingsRepository } from './findings.ts';
import type { PlansRepository } from './plans.ts';
import { type ResultsRepository, withoutResult } from './results.ts';

export type Settlement = ReturnType<typeof settlement>;

/** Ends a round: findings settle, verdict and counts are computed and stored once (spec 3.1, 3.4). */
export function settlement({
  plans,
  results,
  findings,
  now,
  log,
}: { plans: PlansRepository; results: ResultsRepository; findings: FindingsRepository } & Pick<World, 'now' | 'log'>) {
  /** Clusters of one chunk from its stored outcomes; requests without one are without result. */
  async function summarise(plan: ReplayPlan, round: number, chunk: number): Promise<Cluster[]> {
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) return [];
    const stored = new Map<number, { planItemId: string } & Cluster>();
    for await (const { item, planItemId, outcome } of results.ofChunk(plan.planId, round, planned)) {
      stored.set(item, { ...outcome, planItemId, requests: 1, samples: [planItemId] });
    }
    return clustersOf(planned.cases.map((one) => stored.get(one.item) ?? withoutResult(plan.planId, one)));
  }

  return {
    summarise,

    /** Settles a round that has ended or is to end as it is; a second call changes nothing. */
    async settle(plan: ReplayPlan, round: ReplayRound): Promise<void> {
      if (round.result !== null) return;
      const clusters: Cluster[] = [];
      for (let chunk = 0; chunk < (round.selection?.chunks ?? 0); chunk++) {
        clusters.push(
          ...((await results.findSummary(plan.planId, round.round, chunk)) ??
            (await summarise(plan, round.round, chunk))),
        );
      }
      const settled = {
        operationsInScope: await results.findScope(plan.planId, round.round),
        clusters: mergeClusters(clusters),
      };
      await results.putClusters(plan, round.round, settled);
      const { findings: found, counts } = await findings.compute(plan.appId, settled, round.interruption !== null);
      const result = {
        ...counts,
        verdict: verdict({
          ...counts,
          finishedNormally: round.interruption === null,
          passThreshold: plan.passThreshold,
        }),
        passRate: passRate(counts),
        settledAt: now(),
      };
      if (await plans.settle(plan, round.round, result)) {
        log.info('replay settled', {
          plan_id: plan.planId,
          round: round.round,
          app_id: plan.appId,
          outcome: found.state,
        });
      }
    },
  };
}
