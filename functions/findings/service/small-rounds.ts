import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { type ComputedFindings, computeFindings } from '../domain/compute-findings.ts';
import type { FindingsInput } from '../domain/findings.ts';
import { roundMeasures } from '../domain/stored/round-measures.ts';
import type { RoundMeasures } from '../domain/stored/stored-answer.ts';
import { isPending } from './chunk-comparer.ts';
import type { CurrentInputs, FindingsFacts } from './findings-facts.ts';

/** The findings of a settled round, and how it went. */
export interface RoundFindings extends ComputedFindings {
  /** Whether a recompare would change the findings. */
  rulesPending: boolean;
  measures: RoundMeasures;
}

/** What was computed of a round, and from what. */
interface SmallRound extends Omit<RoundFindings, 'rulesPending'> {
  key: string;
  madeFrom: readonly object[];
}

/** Creates the function that computes the findings of a small round, again only when an input has changed. */
export function smallRounds(
  { inputOf }: Pick<FindingsFacts, 'inputOf'>,
  digestOf: (rules: CurrentInputs['currentRules']) => string,
) {
  /** Unchanged clusters, rules and suggestions are the same objects (parse-cache.ts). */
  const computed = new WeakMap<object, SmallRound>();

  async function factsIn(plan: ReplayPlan, { unread, currentRules, facts }: CurrentInputs) {
    const read = await unread.read();
    if (read === undefined) return undefined;
    return {
      input: await inputOf(plan.appId, { ...read, ...facts }, currentRules),
      rulesPending: isPending(read, digestOf(currentRules)),
      madeFrom: [currentRules, facts.suggested],
      read,
    };
  }

  return async function ofSmall(
    plan: ReplayPlan,
    current: CurrentInputs,
  ): Promise<(RoundFindings & { input: FindingsInput }) | undefined> {
    const facts = await factsIn(plan, current);
    if (facts === undefined) return undefined;
    const { input, rulesPending, madeFrom, read } = facts;
    const key = JSON.stringify([input.interrupted, input.mainOperations, [...input.marked]]);
    const before = computed.get(input.clusters);
    const isSame = before?.key === key && before.madeFrom.every((part, index) => part === madeFrom[index]);
    const latest = isSame ? before : { key, madeFrom, ...computeFindings(input), measures: roundMeasures(read, input) };
    computed.set(input.clusters, latest);
    const { findings, counts, totals, measures } = latest;
    return { findings, counts, totals, rulesPending, input, measures };
  };
}
