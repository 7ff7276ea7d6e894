import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import { rememberedDigests } from '../../compare/domain/rules/value-rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { RoundClusters, UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import { type ComputedFindings, computeFindings } from '../domain/compute-findings.ts';
import type { FindingsInput } from '../domain/findings.ts';
import { foldingRules } from '../domain/folding/folding-rules.ts';
import { rememberedRules } from '../domain/remembered-rules.ts';
import { markedByKey } from '../domain/stored/marked-outcomes.ts';
import type { RoundMeasures, StoredAnswer } from '../domain/stored/stored-answer.ts';
import type { SuggestedFields } from '../domain/suggested-fields.ts';
import type { MarkStore } from '../store/marks.ts';
import { isPending, type Recompare } from './recompare.ts';
import { type LargeRound, MIN_STORED_BYTES, type StoredFindings } from './stored-findings.ts';
import type { SuggestionSource } from './suggestion-source.ts';

export type FindingsService = ReturnType<typeof findingsService>;

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

/** The findings of a settled round, and how it went. */
export interface RoundFindings extends ComputedFindings {
  /** Whether a recompare would change the findings. */
  rulesPending: boolean;
  measures: RoundMeasures;
}

/** The same without a wait for what takes long. */
export interface LatestFindings extends RoundFindings {
  /** They are those from before the latest change: those of today are still being computed. */
  findingsPending: boolean;
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
  stored,
  noise,
}: {
  rules: RuleStore;
  applications: ApplicationStore;
  marks: MarkStore;
  recompares: Recompare;
  stored: StoredFindings;
  noise: SuggestionSource;
}) {
  const digestOf = rememberedDigests();
  const rulesByOperation = rememberedRules();
  const foldingOf = foldingRules();
  /** Unchanged clusters, rules and suggestions are the same objects (parse-cache.ts). */
  const computed = new WeakMap<object, ComputedFindings & { key: string; madeFrom: readonly object[] }>();

  /** Everything that findings are computed from, with `today` in place of the active rules where it is given. */
  async function inputOf(
    appId: string,
    { operationsInScope, methodsInScope, clusters, interrupted, markedOutcomes, suggested }: RoundFacts,
    today?: readonly CompareRule[],
  ): Promise<FindingsInput> {
    const [inForce, mainOperations] = await Promise.all([
      today ?? rules.inForce(appId),
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
  }

  /** What the findings of a settled round depend on; undefined if its clusters have expired. */
  async function todayOf(plan: ReplayPlan, round: ReplayRound) {
    const today = await rules.inForce(plan.appId);
    const unread = await recompares.clustersOf(plan, round, today);
    if (unread === undefined) return undefined;
    const markedOutcomes = (await marks.list(plan.planId, round.round)).map(({ outcome }) => outcome);
    const suggested = await noise.suggested(plan.planId, round.round);
    return { unread, today, facts: { interrupted: round.interruption !== null, markedOutcomes, suggested } };
  }

  type Today = NonNullable<Awaited<ReturnType<typeof todayOf>>>;

  const isLarge = ({ size }: UnreadClusters): boolean => size >= MIN_STORED_BYTES;

  const largeOf = async (
    plan: ReplayPlan,
    round: ReplayRound,
    { unread, today, facts }: Today,
  ): Promise<LargeRound> => ({
    plan,
    round,
    unread,
    facts: { ...facts, rules: today, mainOperations: await applications.mainOperations(plan.appId) },
  });

  async function factsIn(plan: ReplayPlan, { unread, today, facts }: Today) {
    const read = await unread.read();
    if (read === undefined) return undefined;
    return {
      input: await inputOf(plan.appId, { ...read, ...facts }, today),
      rulesPending: isPending(read, digestOf(today)),
      madeFrom: [today, facts.suggested],
      measures: read,
    };
  }

  /** Computed again only when an input has changed. */
  async function ofSmall(
    plan: ReplayPlan,
    today: Today,
  ): Promise<(RoundFindings & { input: FindingsInput }) | undefined> {
    const facts = await factsIn(plan, today);
    if (facts === undefined) return undefined;
    const { input, rulesPending, madeFrom, measures } = facts;
    const key = JSON.stringify([input.interrupted, input.mainOperations, [...input.marked]]);
    const before = computed.get(input.clusters);
    const isSame = before?.key === key && before.madeFrom.every((part, index) => part === madeFrom[index]);
    const latest = isSame ? before : { key, madeFrom, ...computeFindings(input) };
    computed.set(input.clusters, latest);
    const { findings, counts, totals } = latest;
    return { findings, counts, totals, rulesPending, input, measures };
  }

  const withRules = (found: StoredAnswer, rules: readonly CompareRule[]): RoundFindings => ({
    ...found,
    rulesPending: isPending(found.measures, digestOf(rules)),
  });

  return {
    inputOf,
    rulesByOperation,

    /** The clusters of a settled round, to be read where they are used, and what its findings depend on beside them. */
    async unreadOf(plan: ReplayPlan, round: ReplayRound): Promise<LargeRound | undefined> {
      const today = await todayOf(plan, round);
      return today && largeOf(plan, round, today);
    },

    /** The findings of a settled round for its polls; undefined if its clusters have expired. */
    async latestOf(plan: ReplayPlan, round: ReplayRound): Promise<LatestFindings | undefined> {
      const today = await todayOf(plan, round);
      if (today === undefined) return undefined;
      if (isLarge(today.unread)) {
        const latest = await stored.latest(await largeOf(plan, round, today));
        if (latest === undefined) return undefined;
        const { isPending: findingsPending, ...found } = latest;
        return { ...withRules(found, today.today), findingsPending };
      }
      const found = await ofSmall(plan, today);
      return found && { ...found, findingsPending: false };
    },

    /**
     * The findings of a settled round by today's rules and marks, with what they are computed from: the clusters of a
     * large round have folded subjects. Undefined if its clusters have expired.
     */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<(RoundFindings & { input: FindingsInput }) | undefined> {
      const today = await todayOf(plan, round);
      if (today === undefined) return undefined;
      if (!isLarge(today.unread)) return ofSmall(plan, today);
      const large = await largeOf(plan, round, today);
      const answer = await stored.of(large);
      const folded = answer && (await stored.clustersOf(large));
      if (!folded) return undefined;
      const found = withRules(answer, today.today);
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
