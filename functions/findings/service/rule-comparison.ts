import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import { isExpectedChange, type RuleInForce } from '../../compare/domain/rules/rules.ts';
import { nextTurn } from '../../platform/time/next-turn.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { type CaseOutcome, type Cluster, clustersOf } from '../../replay/domain/results/clusters.ts';
import { overBudget } from '../../replay/domain/results/over-budget.ts';
import { type UnreadResult, withoutResult } from '../../replay/domain/results/result-head.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { currentCase } from '../domain/current-case.ts';
import { recompareCaseJob } from '../domain/recompare-case-job.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { FindingsService } from './findings.ts';

/** Maximum stored responses that one preview compares again. */
const MAX_PREVIEWED = 1000;

/**
 * Compares the stored responses of a round with some rules more; moves `marked`, the digests of marked requests, with
 * them.
 */
export function ruleComparison(
  plan: ReplayPlan,
  round: number,
  {
    added,
    withRule,
    rulesOf,
    marked,
  }: {
    added: readonly RuleInForce[];
    withRule: readonly RuleInForce[];
    rulesOf: ReturnType<FindingsService['rulesByOperation']>;
    marked: Map<number, string>;
  },
  { results, clusters, work }: { results: ResultStore; clusters: RoundClustersMaker } & Pick<World, 'work'>,
) {
  const compared: Cluster[] = [];
  /** Stored summaries of the chunks beyond the limit. */
  const others: { bytes: Uint8Array; size: number }[] = [];
  const canAddFailures = added.some(mayAddFailures);
  let requests = 0;
  let cut = false;

  async function outcomeWithRule({ head, stored }: UnreadResult): Promise<CaseOutcome> {
    const { outcome } = head;
    const isFailing = currentCase(outcome, rulesOf(outcome.operation)).state === 'FAILED';
    if (!isFailing && !canAddFailures) return outcome;
    cut ||= requests === MAX_PREVIEWED;
    if (cut) return outcome;
    const again = await work.run(
      recompareCaseJob,
      async () => ({ stored: await stored.bytes(), outcome, rules: withRule, keeps: false }),
      { bytes: stored.size, urgent: true },
    );
    const found = again.ok ? (again.value?.outcome ?? outcome) : overBudget(outcome).outcome;
    requests++;
    if (marked.has(head.item)) marked.set(head.item, outcomeDigest(found));
    return found;
  }

  async function addCompared(chunk: number): Promise<void> {
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) return;
    const outcomes = new Map<number, CaseOutcome & { planItemId: string }>(
      planned.cases.map((one) => [one.item, withoutResult(plan.planId, one)]),
    );
    for await (const one of results.storedOfChunk(plan, round, planned))
      outcomes.set(one.head.item, { ...(await outcomeWithRule(one)), planItemId: one.head.planItemId });
    compared.push(...clustersOf(outcomes.values()));
    await nextTurn();
  }

  async function addStored(chunk: number): Promise<void> {
    const stored = await results.findUnreadSummary(plan.planId, round, chunk);
    const bytes = await stored?.bytes();
    if (stored && bytes) others.push({ bytes, size: stored.size });
    else compared.push(...(await clusters.summarise(plan, round, chunk)).clusters);
  }

  return {
    /** Adds a chunk: beyond the limit as it is stored. */
    add: (chunk: number): Promise<void> => (cut ? addStored(chunk) : addCompared(chunk)),
    found: () => ({ compared, others, requests, cut }),
  };
}

/**
 * Whether a rule can make a request fail that passed: by having headers compared, or elements paired in another way.
 */
function mayAddFailures(rule: RuleInForce): boolean {
  if (isExpectedChange(rule)) return false;
  const { kind, target } = rule;
  const { bringsIn } = RULE_TRAITS[kind];
  return bringsIn === 'always' || (bringsIn === 'headers' && target === 'response-headers');
}
