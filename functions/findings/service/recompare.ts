import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import { rememberedDigests } from '../../compare/domain/rules/value-rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { MarkStore } from '../store/marks.ts';
import { chunkComparer, isPending } from './chunk-comparer.ts';
import type { FindingValues } from './finding-values.ts';

/** Rounds of at most this many requests are compared again automatically when a value-dependent rule changed. */
const MAX_RECOMPARED_PER_QUERY = 1000;
/** Time budget of a query for this; the next query continues. */
const MAX_QUERY_MS = 10_000;

export type Recompare = ReturnType<typeof recompare>;

interface RecompareParts extends Pick<World, 'work' | 'elapsed'> {
  results: ResultStore;
  rules: RuleStore;
  marks: MarkStore;
  clusters: RoundClustersMaker;
  values: FindingValues;
}

/**
 * Compares stored responses again under the current rules (interface 10, recompare): sends nothing, and leaves verdict,
 * counts and pass rate as stored.
 */
export function recompare({ results, rules, marks, clusters, values, work, elapsed }: RecompareParts) {
  const underway = new Map<string, Promise<void>>();
  const digestOf = rememberedDigests();
  const compareChunk = chunkComparer({ results, rules, clusters, work });

  /**
   * Replaces a round's clusters and sample values by those of its chunks, and moves marks to the current clusters of
   * their requests.
   */
  async function storeClusters(plan: ReplayPlan, round: ReplayRound): Promise<void> {
    const { itemsOf, ...gathered } = await clusters.gatherPlaced(plan, round);
    await results.putClusters(plan, round.round, gathered);
    await values.collect(plan, round, { ...gathered, itemsOf });
    for (const { item, outcome } of await marks.list(plan.planId, round.round)) {
      const planned = await results.findPlanned(plan.planId, round, item);
      const stored = planned && (await results.findUnread(plan, round.round, planned.chunk, item));
      if (stored === undefined) continue;
      const moved = outcomeDigest(stored.head.outcome);
      if (moved !== outcome) await marks.moveTo(plan.planId, round.round, item, moved);
    }
  }

  async function compareRound(plan: ReplayPlan, round: ReplayRound): Promise<void> {
    const until = elapsed() + MAX_QUERY_MS;
    const reason = { id: null, stops: () => elapsed() >= until };
    for (let chunk = 0; chunk < (round.selection?.chunks ?? 0); chunk++) {
      if (!(await compareChunk(plan, round.round, chunk, reason))) return;
    }
    await storeClusters(plan, round);
  }

  return {
    compareChunk,
    storeClusters,

    /**
     * The clusters of a settled round; a small round whose rules changed is first compared again, once for all
     * concurrent callers.
     */
    async clustersOf(
      plan: ReplayPlan,
      round: ReplayRound,
      currentRules: readonly RuleInForce[],
    ): Promise<UnreadClusters | undefined> {
      const stored = await results.findUnreadClusters(plan.planId, round.round);
      const requests = round.selection?.requests ?? 0;
      if (stored === undefined || requests > MAX_RECOMPARED_PER_QUERY) return stored;
      const read = await stored.read();
      if (read === undefined) return undefined;
      if (!isPending(read, digestOf(currentRules))) return stored;
      const key = `${plan.planId}#${round.round}`;
      const running = underway.get(key) ?? compareRound(plan, round).finally(() => underway.delete(key));
      underway.set(key, running);
      await running;
      return results.findUnreadClusters(plan.planId, round.round);
    },
  };
}
