import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import type { RuleStore } from '../../compare/store/rules.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { type CaseOutcome, type Cluster, clustersOf, mergeClusters } from '../../replay/domain/results/clusters.ts';
import { overBudget } from '../../replay/domain/results/over-budget.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import { withoutResult } from '../../replay/store/result-rows.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { caseToday } from '../domain/case-today.ts';
import type { FindingsInput } from '../domain/findings.ts';
import { recompareCaseJob } from '../domain/recompare-case-job.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { MarkStore } from '../store/marks.ts';
import type { FindingsService } from './findings.ts';
import type { SuggestionSource } from './suggestion-source.ts';

/** Maximum stored responses that one preview compares again. */
export const MAX_PREVIEWED = 1000;

export interface RecomparePreview {
  input: FindingsInput;
  /** Stored responses that were compared again. */
  requests: number;
  /** The limit was reached: the remaining responses are as stored. */
  cut: boolean;
}

export type Previews = ReturnType<typeof recomparePreview>;

/** Returns the inputs of a settled round's findings with one additional rule; saves nothing (interface 11, preview). */
export function recomparePreview({
  results,
  rules,
  marks,
  clusters,
  findings,
  noise,
  work,
}: {
  results: ResultStore;
  rules: RuleStore;
  marks: MarkStore;
  clusters: RoundClustersMaker;
  findings: FindingsService;
  noise: SuggestionSource;
} & Pick<World, 'work'>) {
  return async function preview(plan: ReplayPlan, round: ReplayRound, rule: CompareRule): Promise<RecomparePreview> {
    const today = await rules.inForce(plan.appId);
    const withRule = [...today, rule];
    const rulesOf = findings.rulesByOperation(today);
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
    let requests = 0;
    let cut = false;

    for (let chunk = 0; chunk < (round.selection?.chunks ?? 0); chunk++) {
      if (cut) {
        const { clusters: stored } =
          (await results.findSummary(plan.planId, round.round, chunk)) ??
          (await clusters.summarise(plan, round.round, chunk));
        previewed.push(...stored);
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
    }

    const facts = {
      operationsInScope: await results.findScope(plan.planId, round.round),
      clusters: mergeClusters(previewed),
      interrupted: round.interruption !== null,
      markedOutcomes: [...marked.values()],
      suggested: await noise.suggested(plan.planId, round.round),
    };
    return { input: await findings.inputOf(plan.appId, facts, withRule), requests, cut };
  };
}

/** Whether a rule can make a request fail that passed: by having headers compared, or elements paired in another way. */
function mayAddFailures({ kind, target }: CompareRule): boolean {
  const { bringsIn } = RULE_TRAITS[kind];
  return bringsIn === 'always' || (bringsIn === 'headers' && target === 'response-headers');
}
