import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import { nextTurn } from '../../platform/time/next-turn.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { type CaseOutcome, type Cluster, clustersOf } from '../../replay/domain/results/clusters.ts';
import { overBudget } from '../../replay/domain/results/over-budget.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import { withoutResult } from '../../replay/store/result-rows.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { caseToday } from '../domain/case-today.ts';
import { recompareCaseJob } from '../domain/recompare-case-job.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { RecomparePreview } from '../domain/stored/rule-preview.ts';
import { rulePreviewJob } from '../domain/stored/rule-preview-job.ts';
import type { MarkStore } from '../store/marks.ts';
import type { FindingsService } from './findings.ts';

/** Maximum stored responses that one preview compares again. */
const MAX_PREVIEWED = 1000;

/** Returns what one additional rule changes in the findings of a settled round; saves nothing (interface 11, preview). */
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
    rule: CompareRule,
  ): Promise<RecomparePreview | undefined> {
    const today = await findings.unreadOf(plan, round);
    if (today === undefined) return undefined;
    const { unread, facts } = today;
    const withRule = [...facts.rules, rule];
    const rulesOf = findings.rulesByOperation(facts.rules);
    const compareAgain = async (outcome: CaseOutcome, stored: StoredValue): Promise<CaseOutcome> => {
      const compared = await work.run(
        recompareCaseJob,
        async () => ({ stored: await stored.bytes(), outcome, rules: withRule, keeps: false }),
        { bytes: stored.size, urgent: true },
      );
      return compared.ok ? (compared.value?.outcome ?? outcome) : overBudget(outcome).outcome;
    };
    const marked = new Map((await marks.list(plan.planId, round.round)).map(({ item, outcome }) => [item, outcome]));
    const previewed: Cluster[] = [];
    const others: { bytes: Uint8Array; size: number }[] = [];
    let requests = 0;
    let cut = false;

    for (let chunk = 0; chunk < (round.selection?.chunks ?? 0); chunk++) {
      if (cut) {
        const stored = await results.findUnreadSummary(plan.planId, round.round, chunk);
        const bytes = await stored?.bytes();
        if (stored && bytes) others.push({ bytes, size: stored.size });
        else previewed.push(...(await clusters.summarise(plan, round.round, chunk)).clusters);
        continue;
      }
      const planned = await results.findChunk(plan.planId, round.round, chunk);
      if (planned === undefined) continue;
      const outcomes = new Map<number, CaseOutcome & { planItemId: string }>(
        planned.cases.map((one) => [one.item, withoutResult(plan.planId, one)]),
      );
      for await (const { head, stored } of results.storedOfChunk(plan.planId, round.round, planned)) {
        let { outcome } = head;
        const isFailing = caseToday(outcome, rulesOf(outcome.operation)).state === 'FAILED';
        if (isFailing || mayAddFailures(rule)) {
          cut ||= requests === MAX_PREVIEWED;
          if (!cut) {
            outcome = await compareAgain(outcome, stored);
            requests++;
            if (marked.has(head.item)) marked.set(head.item, outcomeDigest(outcome));
          }
        }
        outcomes.set(head.item, { ...outcome, planItemId: head.planItemId });
      }
      previewed.push(...clustersOf(outcomes.values()));
      await nextTurn();
    }

    const found = await work.run(
      rulePreviewJob,
      async () => ({
        ...facts,
        stored: await unread.bytes(),
        compared: previewed,
        others: others.map(({ bytes }) => bytes),
        withRule: { rules: withRule, markedOutcomes: [...marked.values()] },
      }),
      { bytes: unread.size + sumOf(others, ({ size }) => size), urgent: true },
    );
    if (!found.ok) throw new Error(`a preview was not computed: ${found.code}`);
    return found.value === null ? undefined : { ...found.value, requests, cut };
  };
}

/** Whether a rule can make a request fail that passed: by having headers compared, or elements paired in another way. */
function mayAddFailures({ kind, target }: CompareRule): boolean {
  const { bringsIn } = RULE_TRAITS[kind];
  return bringsIn === 'always' || (bringsIn === 'headers' && target === 'response-headers');
}
