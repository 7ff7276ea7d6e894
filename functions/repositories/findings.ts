import { type CompareRule, compileRules } from '../domain/compare/rules.ts';
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
    return computeFindings({
      ...stored,
      interrupted,
      mainOperations,
      rulesOf: rulesByOperation(today),
      marked: new Map(),
    });
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
export function rulesByOperation(rules: readonly CompareRule[]): (operation: string) => RulesToday {
  const before = compiled.get(rules);
  if (before) return before;
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const made = new Map<string, RulesToday>();
  const byOperation = (operation: string) => {
    const present = made.get(operation);
    if (present) return present;
    const { ruleFor } = compileRules(rules, operation);
    const today: RulesToday = { ruleFor, has: (ruleId) => ids.has(ruleId), isSuggested: () => false };
    made.set(operation, today);
    return today;
  };
  compiled.set(rules, byOperation);
  return byOperation;
}

/** Rules that have not changed are the same array (rules.ts), and are compiled once. */
const compiled = new WeakMap<readonly CompareRule[], (operation: string) => RulesToday>();
