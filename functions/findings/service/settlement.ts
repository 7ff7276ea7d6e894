import type { RuleStore } from '../../compare/store/rules.ts';
import { faultFacts } from '../../platform/fault-facts.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { DamagedData } from '../../platform/values/damaged-data.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { PlannedCase } from '../../replay/domain/results/chunk.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { FailedCases, PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { RoundClusters } from '../../replay/domain/results/result-summaries.ts';
import { openThreshold } from '../../replay/service/pass-threshold.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { computeFindings } from '../domain/compute-findings.ts';
import { failedCases, withItems } from '../domain/failed-cases.ts';
import { countEntries, type FindingsInput } from '../domain/findings.ts';
import { callHints } from '../domain/hints/call-hints.ts';
import { mayMissWrites, orderHint } from '../domain/hints/order-hint.ts';
import { reachHints } from '../domain/hints/reach-hints.ts';
import type { TodaysFacts } from '../domain/stored/todays-input.ts';
import { passRate, verdict } from '../domain/verdict.ts';
import type { FindingValues } from './finding-values.ts';
import type { FindingsService } from './findings.ts';
import type { RunHints } from './run-hints.ts';
import type { SettlingWrites } from './settling-writes.ts';
import { MIN_STORED_BYTES, type StoredFindings } from './stored-findings.ts';
import type { SuggestionSource } from './suggestion-source.ts';

/** How often a round is settled again because something else changed at the same time. */
const RETRY = { subject: 'the round', maxTries: 51 };

/** Ends a round: settles findings, computes verdict and counts, and stores them once (spec 3.1, 3.4). */
export function settlement({
  plans,
  results,
  clusters,
  findings,
  stored,
  rules,
  values,
  noise,
  analyses,
  hintsOfRound,
  keys,
  now,
  log,
}: {
  plans: PlanStore;
  results: ResultStore;
  clusters: RoundClustersMaker;
  findings: FindingsService;
  stored: StoredFindings;
  rules: RuleStore;
  values: FindingValues;
  noise: SuggestionSource;
  analyses: SettlingWrites;
  hintsOfRound: RunHints;
} & Pick<World, 'keys' | 'now' | 'log'>) {
  /** What a round settles from; only an interrupted one settles without what is damaged, as it must end. */
  async function factsOf(plan: ReplayPlan, round: ReplayRound) {
    const interrupted = round.interruption !== null;
    try {
      const { itemsOf, ...settled } = await clusters.gatherPlaced(plan, round);
      const suggested = await noise.suggested(plan.planId, round.round);
      const inForce = await rules.inForce(plan.appId);
      const facts = { interrupted, markedOutcomes: [], suggested };
      const input = await findings.inputOf(plan.appId, { ...settled, ...facts }, inForce);
      const today: TodaysFacts = { ...facts, rules: inForce, mainOperations: input.mainOperations };
      return { settled, itemsOf, facts: { input, today } };
    } catch (fault) {
      if (!(fault instanceof DamagedData) || !interrupted) throw fault;
      log.error('replay settles without its results', { plan_id: plan.planId, ...faultFacts(fault) });
      const settled = { ...clusters.lost(round), operationsInScope: [], comparedUnder: [], latency: [] };
      const input = {
        ...settled,
        interrupted,
        mainOperations: [],
        rulesOf: findings.rulesByOperation([]),
        marked: new Map(),
      };
      return { settled, facts: { input, today: null }, itemsOf: () => [] };
    }
  }

  /** The findings of a round that settles, and its failed cases: those of many clusters are computed by the pool. */
  async function computed(
    plan: ReplayPlan,
    round: ReplayRound,
    { clusters }: Pick<RoundClusters, 'clusters'>,
    { input, today }: { input: FindingsInput; today: TodaysFacts | null },
    itemsOf: (cluster: Cluster) => readonly PlacedItem[],
  ) {
    const unread = today && (await results.findUnreadClusters(plan.planId, round.round));
    if (!unread || unread.size < MIN_STORED_BYTES)
      return { ...computeFindings(input), failed: failedCases(input, itemsOf) };
    const { found, failed } = await stored.settling({ plan, round, unread, facts: today });
    return {
      ...found,
      failed: withItems(failed, (position) => {
        const cluster = clusters[position];
        return cluster ? itemsOf(cluster) : [];
      }),
    };
  }

  async function orderHints({ planId }: ReplayPlan, { round, selection }: ReplayRound, failed: FailedCases) {
    if (failed.clusters.length === 0 || !mayMissWrites(selection?.order)) return [];
    const planned: PlannedCase[] = [];
    for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++)
      planned.push(...((await results.findChunk(planId, round, chunk))?.cases ?? []));
    return orderHint(planned, failed);
  }

  async function settleAs(plan: ReplayPlan, round: ReplayRound): Promise<boolean> {
    const { settled, facts, itemsOf } = await factsOf(plan, round);
    const { clusters } = settled;
    await results.putClusters(plan, round.round, settled);
    await values.collect(plan, round, { clusters, itemsOf });
    const { findings: found, counts, failed } = await computed(plan, round, settled, facts, itemsOf);
    // An interrupted round ends at once, and with what it has.
    const hints =
      round.interruption === null
        ? [
            ...reachHints(clusters),
            ...(await hintsOfRound(plan, round, {
              clusters,
              itemsOf,
              failedCases: counts.failedCases,
            })),
            ...callHints('calls' in settled ? settled.calls : undefined),
            ...(await orderHints(plan, round, failed)),
          ]
        : [];
    const result = {
      ...counts,
      verdict: verdict({
        ...counts,
        finishedNormally: round.interruption === null,
        // An interrupted round fails regardless of the threshold, and a caller that stops one may be unable to decrypt
        // it.
        passThreshold: round.interruption === null ? await openThreshold(keys, plan) : null,
      }),
      passRate: passRate(counts),
      settledAt: now(),
      state: found.state,
      findings: { needsAction: countEntries(found, 'needsAction'), toReview: countEntries(found, 'toReview') },
      ...(hints.length > 0 && { hints }),
    };
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

  /** Settles a round that has ended or is ended as it is; idempotent. */
  async function settle(plan: ReplayPlan, given: ReplayRound): Promise<void> {
    let round: ReplayRound | undefined = given;
    await retryOnConflict(async () => {
      if (round?.result !== null || (await settleAs(plan, round))) return;
      // Not settled by anyone: it was interrupted since it was read, or another round took of the day's analyses at the same time.
      round = await plans.findRound(plan.planId, given.round);
      return CONFLICT;
    }, RETRY);
  }

  return {
    settle,

    /**
     * Interrupts a round with this message: requests in flight complete, no more are sent (interface 10). False if it
     * had already settled.
     */
    async stop(plan: ReplayPlan, number: number, words: string): Promise<boolean> {
      await plans.setOnce(plan.planId, number, 'interruption', words);
      const round = await plans.findRound(plan.planId, number);
      if (round === undefined || round.interruption === null) return false;
      // Everything was sent and findings were only settling, so nothing else could end the plan sooner.
      if (round.finishedAt !== null) await settle(plan, round);
      return true;
    },
  };
}
