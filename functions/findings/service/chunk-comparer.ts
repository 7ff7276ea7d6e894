import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import { rememberedDigests } from '../../compare/domain/rules/value-rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { overBudget } from '../../replay/domain/results/over-budget.ts';
import { NO_OUTCOME, type UnreadResult } from '../../replay/domain/results/result-head.ts';
import type { RoundClusters } from '../../replay/domain/results/result-summaries.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { recompareCaseJob } from '../domain/recompare-case-job.ts';

/** Why a chunk is compared again: on request (by the id of the request), or because rules changed. */
export interface RecompareReason {
  /** Null: because rules changed, so that what was compared under the current rules is skipped. */
  id: string | null;
  /** True when the work must be handed back. */
  stops(): boolean;
}

export interface ChunkComparerParts extends Pick<World, 'work'> {
  results: ResultStore;
  rules: RuleStore;
  clusters: RoundClustersMaker;
}

/**
 * Creates the function that compares one chunk again, writing its outcomes first and its summary last; false when work
 * remains.
 */
export function chunkComparer({ results, rules, clusters, work }: ChunkComparerParts) {
  const digestOf = rememberedDigests();

  async function compareAgain(
    plan: ReplayPlan,
    round: number,
    chunk: number,
    { head, stored }: UnreadResult,
    currentRules: readonly RuleInForce[],
    comparedUnder: string,
  ): Promise<void> {
    const { outcome: before } = head;
    const compared = await work.run(
      recompareCaseJob,
      async () => ({ stored: await stored.bytes(), outcome: before, rules: currentRules, keeps: true }),
      { bytes: stored.size },
    );
    if (!compared.ok) {
      const { outcome } = overBudget(before);
      await results.replaceOutcome(plan, round, chunk, { item: head.item, outcome, comparedUnder });
    } else if (compared.value === null && (await results.lackOf(plan, round, chunk, head.item)) !== null) {
      // What it would be under the current rules is unknown for good.
      const { operation, method } = before;
      const outcome = { ...NO_OUTCOME, operation, ...(method !== undefined && { method }) };
      await results.replaceOutcome(plan, round, chunk, { item: head.item, outcome, comparedUnder });
    } else if (compared.value !== null && compared.value.payload !== null) {
      const { outcome, payload, dataMoved } = compared.value;
      await results.replace(
        plan,
        round,
        chunk,
        { ...head, outcome, comparedUnder, ...(dataMoved && { dataMoved }) },
        payload,
      );
    } else if (head.comparedUnder !== comparedUnder) {
      await results.noteRules(plan, round, chunk, head.item, comparedUnder);
    }
  }

  return async function compareChunk(plan: ReplayPlan, round: number, chunk: number, { id, stops }: RecompareReason) {
    const currentRules = await rules.inForce(plan.appId);
    const digest = digestOf(currentRules);
    const before = await results.findSummary(plan.planId, round, chunk);
    if (before && (id === null ? !isPending(before, digest) : before.recompare === id)) return true;
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) return true;
    for await (const stored of results.storedOfChunk(plan, round, planned)) {
      if (stops()) return false;
      if (id === null && stored.head.comparedUnder === digest) continue;
      await compareAgain(plan, round, chunk, stored, currentRules, digest);
    }
    await results.putSummary(plan, round, chunk, { ...(await clusters.summarise(plan, round, chunk)), recompare: id });
    return true;
  };
}

/** Whether the current value-dependent rules differ from those of a comparison (`rulesPending`). */
export const isPending = ({ comparedUnder }: Pick<RoundClusters, 'comparedUnder'>, digest: string) =>
  comparedUnder.some((one) => one !== digest);
