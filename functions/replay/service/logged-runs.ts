import type { LoggedRun, LoggedRuns, LoggedTrace } from '../../logs/composition.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import { runTitle } from '../domain/run-title.ts';
import type { PlanStore } from '../store/plans.ts';
import type { ResultStore } from '../store/results.ts';

/** Results read at once. */
const BATCH = 100;

/** The runs of applications as searches of logs need them. */
export function loggedRuns({ plans, results }: { plans: PlanStore; results: ResultStore }): LoggedRuns {
  async function failingTraces(plan: ReplayPlan, round: number, most: number): Promise<LoggedTrace[]> {
    const failed = await results.findFailed(plan.planId, round);
    const items = failed?.clusters.flatMap((cluster) => cluster.items).slice(0, most) ?? [];
    const traces: LoggedTrace[] = [];
    for (let at = 0; at < items.length; at += BATCH) {
      const heads = await results.headsOf(plan, round, items.slice(at, at + BATCH));
      for (const { traceId, outcome } of heads.values())
        traces.push({ traceId, operation: outcome.operation, method: outcome.method });
    }
    return traces;
  }

  return {
    async find(planId) {
      const plan = await plans.find(planId);
      return plan && loggedRun(plan, await plans.findRound(planId, plan.round));
    },

    async latest(appId, limit) {
      const { plans: found } = await plans.list({ appId, limit, after: null });
      const rounds = await plans.latestRounds(found);
      return found.map((plan, index) => loggedRun(plan, rounds[index]));
    },

    async tracesOf(planId, most) {
      const plan = await plans.find(planId);
      const round = plan && (await plans.findRound(planId, plan.round));
      if (plan === undefined || round === undefined) return { traces: [], isAll: true };
      const chunks = round.selection?.chunks ?? 0;
      const traces = new Map<string, LoggedTrace>();
      for (const trace of await failingTraces(plan, round.round, most)) traces.set(trace.traceId, trace);
      for (let at = 0; at < chunks; at++) {
        const chunk = await results.findChunk(planId, round.round, at);
        for (const { traceId, operation, method } of chunk?.cases ?? []) {
          if (traces.has(traceId)) continue;
          if (traces.size >= most) return { traces: [...traces.values()], isAll: false };
          traces.set(traceId, { traceId, operation, method });
        }
      }
      return { traces: [...traces.values()], isAll: true };
    },
  };
}

const loggedRun = (plan: ReplayPlan, round: ReplayRound | undefined): LoggedRun => ({
  planId: plan.planId,
  appId: plan.appId,
  title: runTitle(plan),
  from: round?.startedAt ?? plan.createdAt,
  to: round?.finishedAt ?? round?.result?.settledAt ?? null,
});
