import { saysAllOf, stillFailing } from '../../findings/domain/failed-cases.ts';
import type { Findings } from '../../findings/domain/findings.ts';
import type { CurrentlyFailing } from '../../findings/service/currently-failing.ts';
import type { FindingsService } from '../../findings/service/findings.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';

/** Reads the failed cases of settled rounds; lists them again only when the findings have changed. */
export function failingCases({
  findings,
  results,
  currentlyFailing,
}: {
  findings: FindingsService;
  results: ResultStore;
  currentlyFailing: CurrentlyFailing;
}) {
  /** Findings that have not changed are the same object (findings/service/findings.ts). */
  const listed = new WeakMap<Findings, readonly FailedCluster[]>();

  return {
    /**
     * The failed cases of a settled round as its findings currently count them. Undefined before it settles, and after
     * its details have expired.
     */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<readonly FailedCluster[] | undefined> {
      if (round.result === null) return undefined;
      const found = await findings.of(plan, round);
      if (found === undefined) return undefined;
      const present = listed.get(found.findings);
      if (present) return present;
      const settled = await results.findFailed(plan.planId, round.round);
      const storedClusters = settled && stillFailing(settled, found.input.rulesOf);
      const failing =
        storedClusters && saysAllOf(storedClusters, found.input)
          ? storedClusters
          : (await currentlyFailing(plan, round))?.clusters;
      if (failing === undefined) return undefined;
      listed.set(found.findings, failing);
      return failing;
    },
  };
}
