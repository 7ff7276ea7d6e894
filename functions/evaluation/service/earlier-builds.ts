import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { type Run, runsOf } from '../../replay/service/runs-of.ts';
import type { EvaluationServices } from '../composition.ts';
import type { MeasuredBuild } from '../domain/choices/predicted-decision.ts';
import { summaryOf } from '../domain/replay-regression/result-bundle.ts';

/** Newest runs among which finished ones are looked for. */
const MAX_RUNS = 20;
const MAX_BUILDS = 5;

/** A finished run of an application; `measured` is null where its results have expired. */
export interface EarlierBuild {
  plan: ReplayPlan;
  measured: MeasuredBuild | null;
}

type Services = Pick<EvaluationServices, 'plans' | 'findings' | 'results'>;

/**
 * The last finished runs of an application by the current rules and marks, newest first. Nothing is sent. Downstream
 * calls, which are in larger rows, are counted only for rules that read them: elsewhere there are 0.
 */
export async function earlierBuilds(
  appId: string,
  { readsCalls }: { readsCalls: boolean },
  services: Services,
): Promise<EarlierBuild[]> {
  const { runs } = await runsOf(services, { appId, limit: MAX_RUNS });
  const finished = runs.filter(({ plan, round }) => plan.status === 'COMPLETED' && round?.result);
  return Promise.all(
    finished
      .slice(0, MAX_BUILDS)
      .map(async (run) => ({ plan: run.plan, measured: await measuredBuild(run, readsCalls, services) })),
  );
}

async function measuredBuild(
  { plan, round }: Run,
  readsCalls: boolean,
  services: Services,
): Promise<MeasuredBuild | null> {
  if (!round?.result) return null;
  const found = await services.findings.latestOf(plan, round);
  if (found === undefined) return null;
  const { findings, measures } = found;
  const calls = readsCalls ? (await services.results.findClusters(plan.planId, round.round))?.calls : undefined;
  const { state } = findings;
  return {
    state,
    settledAt: round.result.settledAt,
    summary: summaryOf({ ...round.result, findings, mockMisses: calls?.misses ?? 0 }),
    latency: measures.times ?? [],
  };
}
