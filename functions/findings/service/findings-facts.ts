import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { RoundClusters, UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import type { FindingsInput } from '../domain/findings.ts';
import { foldingRules } from '../domain/folding/folding-rules.ts';
import { rememberedRules } from '../domain/rules/remembered-rules.ts';
import { markedByKey } from '../domain/stored/marked-outcomes.ts';
import type { SuggestedFields } from '../domain/suggested-fields.ts';
import type { MarkStore } from '../store/marks.ts';
import type { LargeRound } from './findings-computer.ts';
import type { Recompare } from './recompare.ts';

/** Where findings read what noise reduction suggests. */
export interface SuggestionSource {
  /** What is suggested and neither applied nor reverted; the same map as before where that has not changed. */
  suggested(planId: string, round: number): Promise<SuggestedFields>;
}

/**
 * The current inputs of findings: clusters of one round, the outcomes (by digest) of its marked requests, and what
 * noise reduction suggests.
 */
export interface RoundFacts extends Pick<RoundClusters, 'operationsInScope' | 'methodsInScope' | 'clusters'> {
  interrupted: boolean;
  markedOutcomes: readonly string[];
  /** Fields that noise reduction suggests ignoring. */
  suggested: SuggestedFields;
}

export interface FindingsFactsParts {
  rules: RuleStore;
  applications: ApplicationStore;
  marks: MarkStore;
  recompares: Recompare;
  noise: SuggestionSource;
}

export type FindingsFacts = ReturnType<typeof findingsFacts>;

/** What the findings of a settled round depend on. */
export interface CurrentInputs {
  unread: UnreadClusters;
  /** The rules in force. */
  currentRules: readonly RuleInForce[];
  facts: Pick<RoundFacts, 'interrupted' | 'markedOutcomes' | 'suggested'>;
}

/** Reads what findings are computed from. */
export function findingsFacts({ rules, applications, marks, recompares, noise }: FindingsFactsParts) {
  const rulesByOperation = rememberedRules();
  const foldingOf = foldingRules();

  return {
    rulesByOperation,

    /**
     * Everything that findings are computed from, with `currentRules` instead of the rules in force where it is given.
     */
    async inputOf(
      appId: string,
      { operationsInScope, methodsInScope, clusters, interrupted, markedOutcomes, suggested }: RoundFacts,
      currentRules?: readonly RuleInForce[],
    ): Promise<FindingsInput> {
      const [inForce, mainOperations] = await Promise.all([
        currentRules ?? rules.inForce(appId),
        applications.mainOperations(appId),
      ]);
      return {
        operationsInScope,
        methodsInScope,
        clusters,
        interrupted,
        mainOperations,
        rulesOf: foldingOf(rulesByOperation(inForce, suggested), clusters),
        marked: markedByKey(clusters, markedOutcomes),
      };
    },

    /** What the findings of a settled round depend on; undefined if its clusters have expired. */
    async currentInputsOf(plan: ReplayPlan, round: ReplayRound): Promise<CurrentInputs | undefined> {
      const currentRules = await rules.inForce(plan.appId);
      const unread = await recompares.clustersOf(plan, round, currentRules);
      if (unread === undefined) return undefined;
      const markedOutcomes = (await marks.list(plan.planId, round.round)).map(({ outcome }) => outcome);
      const suggested = await noise.suggested(plan.planId, round.round);
      return { unread, currentRules, facts: { interrupted: round.interruption !== null, markedOutcomes, suggested } };
    },

    async largeOf(
      plan: ReplayPlan,
      round: ReplayRound,
      { unread, currentRules, facts }: CurrentInputs,
    ): Promise<LargeRound> {
      const mainOperations = await applications.mainOperations(plan.appId);
      return { plan, round, unread, facts: { ...facts, rules: currentRules, mainOperations } };
    },
  };
}
