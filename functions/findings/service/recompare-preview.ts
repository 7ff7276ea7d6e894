import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { RecomparePreview } from '../domain/stored/rule-preview.ts';
import { rulePreviewJob } from '../domain/stored/rule-preview-job.ts';
import type { MarkStore } from '../store/marks.ts';
import type { FindingsService } from './findings.ts';
import { ruleComparison } from './rule-comparison.ts';

/** Returns what additional rules change in the findings of a settled round; saves nothing (interface 11, preview). */
export function recomparePreview({
  results,
  marks,
  clusters,
  findings,
  work,
}: {
  results: ResultStore;
  marks: MarkStore;
  clusters: RoundClustersMaker;
  findings: FindingsService;
} & Pick<World, 'work'>) {
  /** Undefined if the clusters of the round have expired. */
  return async function preview(
    plan: ReplayPlan,
    round: ReplayRound,
    added: readonly RuleInForce[],
  ): Promise<RecomparePreview | undefined> {
    const current = await findings.unreadOf(plan, round);
    if (current === undefined) return undefined;
    const { unread, facts } = current;
    const withRule = [...facts.rules, ...added];
    const rulesOf = findings.rulesByOperation(facts.rules);
    const marked = new Map((await marks.list(plan.planId, round.round)).map(({ item, outcome }) => [item, outcome]));
    const comparison = ruleComparison(
      plan,
      round.round,
      { added, withRule, rulesOf, marked },
      { results, clusters, work },
    );
    for (let chunk = 0; chunk < (round.selection?.chunks ?? 0); chunk++) await comparison.add(chunk);
    const { compared, others, requests, cut } = comparison.found();

    const found = await work.run(
      rulePreviewJob,
      async () => ({
        ...facts,
        stored: await unread.bytes(),
        compared,
        others: others.map(({ bytes }) => bytes),
        withRule: { rules: withRule, markedOutcomes: [...marked.values()] },
      }),
      { bytes: unread.size + sumOf(others, ({ size }) => size), urgent: true },
    );
    if (!found.ok) throw new Error(`a preview was not computed: ${found.code}`);
    return found.value === null ? undefined : { ...found.value, requests, cut };
  };
}
