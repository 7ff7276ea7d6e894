import type { MainCoverage } from '../../applications/domain/main-coverage.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import { mainCoverage } from '../domain/results/main-coverage.ts';
import type { PlanStore } from '../store/plans.ts';
import type { ResultStore } from '../store/results.ts';

interface CoverageParts {
  plans: Pick<PlanStore, 'list' | 'latestRounds'>;
  results: Pick<ResultStore, 'findClusters'>;
  recordings: Pick<RecordingStore, 'endpointsOf'>;
}

/** Latest runs among which one has settled, as a rule. */
const LATEST = 5;

/** Which main endpoints of an application the last run that settled has replayed. */
export const mainCoverageOf =
  (parts: CoverageParts) =>
  async (appId: string, mains: readonly string[]): Promise<MainCoverage> => {
    const [recorded, clusters] = await Promise.all([parts.recordings.endpointsOf(appId), lastClusters(appId, parts)]);
    return mainCoverage({ mains, recorded, clusters });
  };

async function lastClusters(appId: string, { plans, results }: CoverageParts) {
  const { plans: newest, next } = await plans.list({ appId, limit: LATEST, after: null });
  // The index does not order plans of the same second.
  const rounds = await plans.latestRounds(newest.toSorted((a, b) => b.createdAt - a.createdAt));
  const last = rounds.find((round) => round?.result);
  if (last === undefined) return next === null ? 'never' : null;
  return (await undefinedIfDamaged(results.findClusters(last.planId, last.round)))?.clusters ?? null;
}
