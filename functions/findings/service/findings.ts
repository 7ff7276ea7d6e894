import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import { rememberedDigests } from '../../compare/domain/rules/value-rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { RoundClusters } from '../../replay/store/result-summaries.ts';
import { type ComputedFindings, computeFindings } from '../domain/compute-findings.ts';
import type { FindingsInput } from '../domain/findings.ts';
import { rememberedRules } from '../domain/remembered-rules.ts';
import type { SuggestedFields } from '../domain/suggested-fields.ts';
import { type MarkStore, markedByKey } from '../store/marks.ts';
import { isPending, type Recompare } from './recompare.ts';
import type { SuggestionSource } from './suggestion-source.ts';

export type FindingsService = ReturnType<typeof findingsService>;

/**
 * The current inputs of findings: clusters of one round, the outcomes (by digest) of its marked requests, and what
 * noise reduction suggests.
 */
export interface RoundFacts extends Pick<RoundClusters, 'operationsInScope' | 'clusters'> {
  interrupted: boolean;
  markedOutcomes: readonly string[];
  /** Fields that noise reduction suggests ignoring. */
  suggested: SuggestedFields;
}

/**
 * Computes findings of finished rounds under the current rules, marks and main endpoints (interface 2.4): reads a fixed
 * number of rows and the round's marks.
 */
export function findingsService({
  rules,
  applications,
  marks,
  recompares,
  noise,
}: {
  rules: RuleStore;
  applications: ApplicationStore;
  marks: MarkStore;
  recompares: Recompare;
  noise: SuggestionSource;
}) {
  const digestOf = rememberedDigests();
  const rulesByOperation = rememberedRules();
  /** Unchanged clusters, rules and suggestions are the same objects (parse-cache.ts). */
  const computed = new WeakMap<object, ComputedFindings & { key: string; madeFrom: readonly object[] }>();

  /** Everything that findings are computed from, with `today` in place of the rules in force where it is given. */
  async function inputOf(
    appId: string,
    { operationsInScope, clusters, interrupted, markedOutcomes, suggested }: RoundFacts,
    today?: readonly CompareRule[],
  ): Promise<FindingsInput> {
    const [inForce, mainOperations] = await Promise.all([
      today ?? rules.inForce(appId),
      applications.mainOperations(appId),
    ]);
    return {
      operationsInScope,
      clusters,
      interrupted,
      mainOperations,
      rulesOf: rulesByOperation(inForce, suggested),
      marked: markedByKey(clusters, markedOutcomes),
    };
  }

  return {
    inputOf,
    rulesByOperation,

    /**
     * The inputs of a settled round's findings, and whether a recompare would change them; undefined if its clusters
     * have expired.
     */
    async factsOf(
      plan: ReplayPlan,
      round: ReplayRound,
    ): Promise<{ input: FindingsInput; rulesPending: boolean; madeFrom: readonly object[] } | undefined> {
      const today = await rules.inForce(plan.appId);
      const stored = await recompares.clustersOf(plan, round, today);
      if (stored === undefined) return undefined;
      const markedOutcomes = (await marks.list(plan.planId, round.round)).map(({ outcome }) => outcome);
      const suggested = await noise.suggested(plan.planId, round.round);
      const facts = { ...stored, interrupted: round.interruption !== null, markedOutcomes, suggested };
      return {
        input: await inputOf(plan.appId, facts, today),
        rulesPending: isPending(stored, digestOf(today)),
        madeFrom: [today, suggested],
      };
    },

    /**
     * The findings of a settled round and their inputs; undefined if its clusters have expired. Computed again only
     * when an input has changed.
     */
    async of(
      plan: ReplayPlan,
      round: ReplayRound,
    ): Promise<(ComputedFindings & { rulesPending: boolean; input: FindingsInput }) | undefined> {
      const facts = await this.factsOf(plan, round);
      if (facts === undefined) return undefined;
      const { input, rulesPending, madeFrom } = facts;
      const key = JSON.stringify([input.interrupted, input.mainOperations, [...input.marked]]);
      const before = computed.get(input.clusters);
      const isSame = before?.key === key && before.madeFrom.every((part, index) => part === madeFrom[index]);
      const latest = isSame ? before : { key, madeFrom, ...computeFindings(input) };
      computed.set(input.clusters, latest);
      const { findings, counts, totals } = latest;
      return { findings, counts, totals, rulesPending, input };
    },
  };
}
