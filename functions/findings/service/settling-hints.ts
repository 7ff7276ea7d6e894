import { nextTurn } from '../../platform/time/next-turn.ts';
import type { RunHint } from '../../replay/domain/hint.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { RoundClusters } from '../../replay/domain/results/result-summaries.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { callHints } from '../domain/hints/call-hints.ts';
import { mayMissWrites, orderEvidence } from '../domain/hints/order-hint.ts';
import { reachHints } from '../domain/hints/reach-hints.ts';
import type { RunHints, SettlingClusters } from './run-hints.ts';

/**
 * Creates the function that finds the hints of a round that settles. An interrupted round ends at once, and has none.
 */
export function settlingHints({ results, hintsOfRound }: { results: ResultStore; hintsOfRound: RunHints }) {
  async function orderHints({ planId }: ReplayPlan, { round, selection }: ReplayRound, failed: FailedCases) {
    if (failed.clusters.length === 0 || !mayMissWrites(selection?.order)) return [];
    const evidence = orderEvidence(failed);
    for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
      for (const one of (await results.findChunk(planId, round, chunk))?.cases ?? []) evidence.add(one);
      await nextTurn();
    }
    return evidence.hint();
  }

  return async function hintsOf(
    plan: ReplayPlan,
    round: ReplayRound,
    settling: SettlingClusters & { calls: RoundClusters['calls'] },
    failed: FailedCases,
  ): Promise<RunHint[]> {
    if (round.interruption !== null) return [];
    return [
      ...reachHints(settling.clusters),
      ...(await hintsOfRound(plan, round, settling)),
      ...callHints(settling.calls),
      ...(await orderHints(plan, round, failed)),
    ];
  };
}
