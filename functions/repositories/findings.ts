import { type CompareRule, type CompiledRules, compileRules } from '../domain/compare/rules.ts';
import type { RulesToday } from '../domain/findings/classify.ts';
import { type CaseCounts, computeFindings, type Findings } from '../domain/findings/findings.ts';
import type { ReplayPlan, ReplayRound } from '../domain/replay/plan.ts';
import type { ApplicationsRepository } from './applications.ts';
import type { ResultsRepository, RoundClusters } from './results.ts';
import type { RulesRepository } from './rules.ts';

export type FindingsRepository = ReturnType<typeof findingsRepository>;

/** Findings of finished rounds under today's rules and main endpoints (interface 2.4): reads a fixed number of rows. */
export function findingsRepository({
  results,
  rules,
  applications,
}: {
  results: ResultsRepository;
  rules: RulesRepository;
  applications: ApplicationsRepository;
}) {
  async function compute(appId: string, stored: RoundClusters, interrupted: boolean) {
    const [today, mainOperations] = await Promise.all([rules.list(appId), applications.mainOperations(appId)]);
    return computeFindings({ ...stored, interrupted, mainOperations, rulesOf: rulesByOperation(today) });
  }

  return {
    compute,

    /** Findings of a settled round; undefined when its clusters are gone. */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<{ findings: Findings; counts: CaseCounts } | undefined> {
      const stored = await results.findClusters(plan.planId, round.round);
      return stored && compute(plan.appId, stored, round.interruption !== null);
    },
  };
}

/** Today's rules, compiled when an endpoint is first asked for. */
export function rulesByOperation(
  rules: readonly CompareRule[],
): (operation: string) => RulesToday & { compiled: CompiledRules } {
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const compiled = new Map<string, RulesToday & { compiled: CompiledRules }>();
  return (operation) => {
    const present = compiled.get(operation);
    if (present) return present;
    const own = compileRules(rules, operation);
    const made = {
      compiled: own,
      ruleFor: (subject: string) => own.ruleFor(subject),
      has: (ruleId: string) => ids.has(ruleId),
    };
    compiled.set(operation, made);
    return made;
  };
}
