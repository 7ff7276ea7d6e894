import { parseCache } from '../../platform/table/parse-cache.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { storedJsonOfList } from '../../platform/values/stored-json.ts';
import type { Write } from '../../platform/world.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { FailedCases, storedFailedCases } from '../domain/results/failed-cases.ts';
import { RoundClusters, type UnreadClusters } from '../domain/results/result-summaries.ts';
import { parsed, type RoundRows } from './round-rows.ts';

/** Number of rounds whose parsed clusters stay cached between polls. */
const CACHE_SIZE = 50;
/** The same for failed cases, of which there may be 125,000. */
const FAILED_CACHE_SIZE = 10;

/** Clusters and failed cases of a round (see `resultStore`). */
export function clusterRows(rows: RoundRows) {
  const {
    table,
    values,
    keys: { roundKey, blobKey },
  } = rows;
  const cache = parseCache<RoundClusters | undefined>(CACHE_SIZE);
  const rememberedFailed = parseCache<FailedCases | undefined>(FAILED_CACHE_SIZE);

  /** A round's clusters, to be read where they are used. */
  async function findUnreadClusters(planId: string, round: number): Promise<UnreadClusters | undefined> {
    const row = await table.get(roundKey(planId, 'CLUSTERS', round));
    const stored = row?.data ?? row?.blob;
    if (row === undefined || (!(stored instanceof Uint8Array) && typeof stored !== 'string')) return undefined;
    return {
      ...values.stored(row),
      id: () => (typeof stored === 'string' ? stored : sha256Hex(stored)),
      read: () => cache(`${planId}#${round}`, stored, () => parsed(rows, RoundClusters, row)),
    };
  }

  return {
    async putClusters({ planId, expiresAt }: ReplayPlan, round: number, { clusters, ...measures }: RoundClusters) {
      const json = await storedJsonOfList(measures, 'clusters', clusters);
      const stored = await values.writeStored(blobKey(planId, `clusters-${round}`), json);
      await table.put({ ...roundKey(planId, 'CLUSTERS', round), ...stored, expiresAt });
    },

    /** The write that stores the failed cases of a round, for the transaction that settles it. */
    async failedWrite({ planId, expiresAt }: ReplayPlan, round: number, failed: FailedCases): Promise<Write> {
      const { clusters, ...rest } = storedFailedCases(failed);
      const json = await storedJsonOfList(rest, 'clusters', clusters);
      const stored = await values.writeStored(blobKey(planId, `failed-${round}`), json);
      return { put: { ...roundKey(planId, 'FAILED', round), ...stored, expiresAt } };
    },

    /**
     * The failed cases of a settled round; the same object each time. Undefined for rounds that settled before they
     * were stored.
     */
    async findFailed(planId: string, round: number): Promise<FailedCases | undefined> {
      const row = await table.get(roundKey(planId, 'FAILED', round));
      const stored = row?.data ?? row?.blob;
      if (!(stored instanceof Uint8Array) && typeof stored !== 'string') return undefined;
      return rememberedFailed(`${planId}#${round}`, stored, () => parsed(rows, FailedCases, row));
    },

    /** A round's clusters; the same object as before if they have not changed. */
    findClusters: async (planId: string, round: number): Promise<RoundClusters | undefined> =>
      (await findUnreadClusters(planId, round))?.read(),

    findUnreadClusters,
  };
}
