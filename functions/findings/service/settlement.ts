import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { openThreshold } from '../../replay/service/pass-threshold.ts';
import type { PlansRepository } from '../../replay/store/plans.ts';
import type { ResultsRepository } from '../../replay/store/results.ts';
import { failedCases } from '../domain/failed-cases.ts';
import { computeFindings } from '../domain/findings.ts';
import { passRate, verdict } from '../domain/verdict.ts';
import type { FindingsRepository } from './findings.ts';
import type { RoundClustersMaker } from './round-clusters.ts';
import type { SettlingWrites } from './settling-writes.ts';
import type { SuggestionSource } from './suggestion-source.ts';

/** How often a round is settled anew because something else changed at the same time. */
const MOST_TRIES = 50;

export type Settlement = ReturnType<typeof settlement>;

/** Ends a round: findings settle, verdict and counts are computed and stored once (spec 3.1, 3.4). */
export function settlement({
  plans,
  results,
  clusters,
  findings,
  noise,
  analyses,
  keys,
  now,
  log,
}: {
  plans: PlansRepository;
  results: ResultsRepository;
  clusters: RoundClustersMaker;
  findings: FindingsRepository;
  noise: SuggestionSource;
  analyses: SettlingWrites;
} & Pick<World, 'keys' | 'now' | 'log'>) {
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
        // An interrupted round fails by whatever threshold; whoever stops one need not be able to open it.
        passThreshold: round.interruption === null ? await openThreshold(keys, plan) : null,
      }),
      passRate: passRate(counts),
      settledAt: now(),
      state: found.state,
    };
    const failed = failedCases(input, itemsOf);
    const isSettled = await plans.settle(plan, round, result, [
      await results.failedWrite(plan, round.round, failed),
      ...(await analyses.settlingWrites(plan, { ...round, result }, failed)),
    ]);
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

  /** Settles a round that has ended or is to end as it is; a second call changes nothing. */
  async function settle(plan: ReplayPlan, given: ReplayRound): Promise<void> {
    let round: ReplayRound | undefined = given;
    for (let tries = 0; round?.result === null; tries++) {
      if (await settleAs(plan, round)) return;
      if (tries === MOST_TRIES) throw new Error('the round does not settle');
      // Not settled by anyone: it was interrupted since it was read, or another round took of the day's analyses at the same time.
      round = await plans.findRound(plan.planId, given.round);
    }
  }

  return {
    settle,

    /** Interrupts a round in these words: requests under way finish, no more are sent (interface 10). False when it had settled before. */
    async stop(plan: ReplayPlan, number: number, words: string): Promise<boolean> {
      await plans.setOnce(plan.planId, number, 'interruption', words);
      const round = await plans.findRound(plan.planId, number);
      if (round === undefined || round.interruption === null) return false;
      // All was sent and findings were only settling: nothing is left that could end the plan sooner.
      if (round.finishedAt !== null) await settle(plan, round);
      return true;
    },
  };
}
