import type { RuleStore } from '../../compare/store/rules.ts';
import { faultFacts } from '../../platform/fault-facts.ts';
import { DamagedData } from '../../platform/values/damaged-data.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { RoundClusters } from '../../replay/domain/results/result-summaries.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { computeFindings } from '../domain/compute-findings.ts';
import { failedCases, withItems } from '../domain/failed-cases.ts';
import type { FindingsInput } from '../domain/findings.ts';
import type { CurrentFacts } from '../domain/stored/current-input.ts';
import type { FindingsService } from './findings.ts';
import type { SuggestionSource } from './findings-facts.ts';
import { MIN_STORED_BYTES, type StoredFindings } from './stored-findings.ts';

export interface SettlingFindingsParts extends Pick<World, 'log'> {
  results: ResultStore;
  clusters: RoundClustersMaker;
  findings: FindingsService;
  stored: StoredFindings;
  rules: RuleStore;
  noise: SuggestionSource;
}

/** The findings of rounds that settle. */
export function settlingFindings({ results, clusters, findings, stored, rules, noise, log }: SettlingFindingsParts) {
  /** What a round settles from; only an interrupted one settles without what is damaged, as it must end. */
  async function factsOf(plan: ReplayPlan, round: ReplayRound) {
    const interrupted = round.interruption !== null;
    try {
      const { itemsOf, ...settled } = await clusters.gatherPlaced(plan, round);
      const suggested = await noise.suggested(plan.planId, round.round);
      const inForce = await rules.inForce(plan.appId);
      const facts = { interrupted, markedOutcomes: [], suggested };
      const input = await findings.inputOf(plan.appId, { ...settled, ...facts }, inForce);
      const current: CurrentFacts = { ...facts, rules: inForce, mainOperations: input.mainOperations };
      return { settled, itemsOf, facts: { input, current } };
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
      return { settled, facts: { input, current: null }, itemsOf: () => [] };
    }
  }

  /** The findings of a round that settles, and its failed cases: those of many clusters are computed by the pool. */
  async function computed(
    plan: ReplayPlan,
    round: ReplayRound,
    { clusters: settled }: Pick<RoundClusters, 'clusters'>,
    { input, current }: { input: FindingsInput; current: CurrentFacts | null },
    itemsOf: (cluster: Cluster) => readonly PlacedItem[],
  ) {
    const unread = current && (await results.findUnreadClusters(plan.planId, round.round));
    if (!unread || unread.size < MIN_STORED_BYTES)
      return { ...computeFindings(input), failed: failedCases(input, itemsOf) };
    const { found, failed } = await stored.settling({ plan, round, unread, facts: current });
    return {
      ...found,
      failed: withItems(failed, (position) => {
        const cluster = settled[position];
        return cluster ? itemsOf(cluster) : [];
      }),
    };
  }

  return { factsOf, computed };
}
