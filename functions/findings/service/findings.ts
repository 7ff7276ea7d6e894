import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import { rememberedDigests } from '../../compare/domain/rules/value-rules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import type { FindingsInput } from '../domain/findings.ts';
import type { StoredAnswer } from '../domain/stored/stored-answer.ts';
import { isPending } from './chunk-comparer.ts';
import type { LargeRound } from './findings-computer.ts';
import { type FindingsFactsParts, findingsFacts } from './findings-facts.ts';
import { type RoundFindings, smallRounds } from './small-rounds.ts';
import { MIN_STORED_BYTES, type StoredFindings } from './stored-findings.ts';

export type FindingsService = ReturnType<typeof findingsService>;

/** The same without a wait for what takes long. */
export interface LatestFindings extends RoundFindings {
  /** They are those from before the latest change: the current ones are still being computed. */
  findingsPending: boolean;
}

/**
 * Computes findings of finished rounds under the current rules, marks and main endpoints (interface 2.4): reads a fixed
 * number of rows and the round's marks.
 */
export function findingsService({ stored, ...parts }: FindingsFactsParts & { stored: StoredFindings }) {
  const digestOf = rememberedDigests();
  const { inputOf, rulesByOperation, currentInputsOf, largeOf } = findingsFacts(parts);
  const ofSmall = smallRounds({ inputOf }, digestOf);

  const isLarge = ({ size }: UnreadClusters): boolean => size >= MIN_STORED_BYTES;

  const withRules = (found: StoredAnswer, rules: readonly RuleInForce[]): RoundFindings => ({
    ...found,
    rulesPending: isPending(found.measures, digestOf(rules)),
  });

  return {
    inputOf,
    rulesByOperation,

    /** The clusters of a settled round, to be read where they are used, and what its findings depend on beside them. */
    async unreadOf(plan: ReplayPlan, round: ReplayRound): Promise<LargeRound | undefined> {
      const current = await currentInputsOf(plan, round);
      return current && largeOf(plan, round, current);
    },

    /** The findings of a settled round for its polls; undefined if its clusters have expired. */
    async latestOf(plan: ReplayPlan, round: ReplayRound): Promise<LatestFindings | undefined> {
      const current = await currentInputsOf(plan, round);
      if (current === undefined) return undefined;
      if (isLarge(current.unread)) {
        const latest = await stored.latest(await largeOf(plan, round, current));
        if (latest === undefined) return undefined;
        const { isPending: findingsPending, ...found } = latest;
        return { ...withRules(found, current.currentRules), findingsPending };
      }
      const found = await ofSmall(plan, current);
      return found && { ...found, findingsPending: false };
    },

    /**
     * The findings of a settled round by the current rules and marks, with what they are computed from: the clusters of
     * a large round have folded subjects. Undefined if its clusters have expired.
     */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<(RoundFindings & { input: FindingsInput }) | undefined> {
      const current = await currentInputsOf(plan, round);
      if (current === undefined) return undefined;
      if (!isLarge(current.unread)) return ofSmall(plan, current);
      const large = await largeOf(plan, round, current);
      const answer = await stored.of(large);
      const folded = answer && (await stored.clustersOf(large));
      if (!folded) return undefined;
      const found = withRules(answer, current.currentRules);
      const { interrupted, mainOperations, rules: inForce, suggested } = large.facts;
      const input: FindingsInput = {
        operationsInScope: found.measures.operationsInScope,
        methodsInScope: found.measures.methodsInScope,
        clusters: folded.clusters,
        interrupted,
        mainOperations,
        rulesOf: rulesByOperation(inForce, suggested),
        marked: new Map(folded.marked),
      };
      return { ...found, input };
    },
  };
}
