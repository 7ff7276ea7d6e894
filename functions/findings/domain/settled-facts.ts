import type { ReplayRound, RoundResult } from '../../replay/domain/plan.ts';
import type { RoundCalls } from '../../replay/domain/results/round-calls.ts';

type Times = Pick<ReplayRound, 'planId' | 'round' | 'startedAt' | 'finishedAt'>;
type Counts = Pick<RoundResult, 'state' | 'totalCases' | 'failedCases' | 'settledAt'>;

/**
 * What a log line says of a settled round. A deployment makes metrics of it
 * (lib/constructs/observability/outcomes.ts), so names stay as they are.
 */
export function settledFacts(
  { planId, round, startedAt, finishedAt }: Times,
  { state, totalCases, failedCases, settledAt }: Counts,
  calls: Pick<RoundCalls, 'misses'> | undefined,
) {
  const sendingMs = startedAt === null || finishedAt === null ? 0 : finishedAt - startedAt;
  return {
    plan_id: planId,
    round,
    outcome: state,
    requests: totalCases,
    failed: failedCases,
    misses: calls?.misses ?? 0,
    ...(startedAt !== null && { result_ms: settledAt - startedAt }),
    ...(sendingMs > 0 && { cases_per_s: Math.round((totalCases * 10_000) / sendingMs) / 10 }),
  };
}
