import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import { endpointFindings } from '../domain/changes.ts';
import { type ComparedFindings, type FindingChangesSince, findingChanges } from '../domain/finding-changes.ts';
import type { Findings, FindingsInput } from '../domain/findings.ts';
import type { FindingsService } from './findings.ts';

/** Maximum earlier plans that are considered as the base of a comparison. */
const MAX_EARLIER = 100;

/** The changes since one earlier run. */
export interface ChangesSince extends FindingChangesSince {
  plan: ReplayPlan;
}

/** Changes since the run before, and since the last clean one; null where there is no such run. */
export interface RunChanges {
  previous: ChangesSince | null;
  /** Null too if the previous run is the last clean one. */
  clean: ChangesSince | null;
  isPreviousClean: boolean;
}

/** Compares the findings of a settled run with those of earlier runs of its application. */
export function runChanges({ plans, findings }: { plans: PlanStore; findings: FindingsService }) {
  /** Findings that have not changed are the same object (findings.ts). */
  const byEndpoint = new WeakMap<Findings, ComparedFindings>();
  const compared = new WeakMap<Findings, WeakMap<Findings, FindingChangesSince>>();

  const comparedOf = (found: { findings: Findings; input: FindingsInput }): ComparedFindings => {
    const present = byEndpoint.get(found.findings);
    if (present) return present;
    const { findings: shown, input } = found;
    const ofShown = endpointFindings(input);
    const withMarked = input.marked.size === 0 ? ofShown : endpointFindings({ ...input, marked: new Map() });
    const made = { findings: shown, byEndpoint: ofShown, withMarked };
    byEndpoint.set(found.findings, made);
    return made;
  };

  async function since(
    earlier: ReplayPlan | undefined,
    round: ReplayRound | undefined,
    now: { findings: Findings; input: FindingsInput },
  ): Promise<ChangesSince | null> {
    const found = earlier && round && (await findings.of(earlier, round));
    if (!found) return null;
    const known = compared.get(now.findings) ?? new WeakMap<Findings, FindingChangesSince>();
    compared.set(now.findings, known);
    const changes = known.get(found.findings) ?? findingChanges(comparedOf(found), comparedOf(now));
    known.set(found.findings, changes);
    return { plan: earlier, ...changes };
  }

  return async function changesOf(
    plan: ReplayPlan,
    now: { findings: Findings; input: FindingsInput },
  ): Promise<RunChanges> {
    const earlier = (await plans.earlier(plan, MAX_EARLIER)).filter(({ status }) => status === 'COMPLETED');
    const rounds = await plans.latestRounds(earlier);
    const at = (index: number) => since(earlier[index], rounds[index], now);
    const settled = rounds.findIndex((round) => round?.result != null);
    const clean = rounds.findIndex((round) => round?.result?.state === 'CLEAN');
    const previous = await at(settled);
    const isPreviousClean = previous !== null && clean === settled;
    return { previous, clean: isPreviousClean ? null : await at(clean), isPreviousClean };
  };
}
