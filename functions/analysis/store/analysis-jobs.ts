import { valueType } from '../../noise/domain/value-type.ts';
import type { Table, World } from '../../platform/world.ts';
import { planItemId, type ReplayPlan } from '../../replay/domain/plan.ts';
import { acrossMethods, type FailedCases, type FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { storedDifferences } from '../../replay/store/stored-differences.ts';
import { isStale } from '../domain/analysis-time.ts';
import type { AnalysisRow, AnalysisRows } from './analysis-rows.ts';

/** How long an external executor counts as connected after a claim (interface 2.5). */
const CONNECTED_MS = 60_000;
/** Maximum clusters of a job, those with the most cases first. */
const MAX_CLUSTERS = 100;
/** Maximum case ids in a job. `requests` of a cluster counts all of them. */
const MAX_IDS = 20_000;
/** Maximum differences of a sample. */
const MAX_DIFFERENCES = 50;
/** Samples read concurrently. */
const BATCH_SIZE = 25;
/** Waiting jobs per read. */
const PAGE = 10;

export type AnalysisJobs = ReturnType<typeof analysisJobs>;

/**
 * Rounds that wait for an external executor (interface 2.5). pk `T#<tenant>#ANALYSISEXECUTORS`, sk `CONNECTED` exists
 * while an executor counts as connected.
 */
export function analysisJobs(
  {
    rows,
    plans,
    results,
    table,
    work,
    now,
  }: { rows: AnalysisRows; plans: PlanStore; results: ResultStore; table: Table } & Pick<World, 'work' | 'now'>,
  tenant: string,
) {
  const connected = { pk: `T#${tenant}#ANALYSISEXECUTORS`, sk: 'CONNECTED' };

  /** Assigns the oldest waiting job. At most one of several concurrent callers gets it. */
  async function take(executorId: string): Promise<AnalysisRow | undefined> {
    for (;;) {
      const { items } = await rows.waitingJobs(PAGE);
      if (items.length === 0) return undefined;
      let missed = 0;
      for (const { planId, round } of items) {
        const found = await rows.find(String(planId), Number(round));
        if (found === undefined || found.row.state !== 'RUNNING' || found.row.claimedBy !== null) {
          missed++;
        } else if (isStale(found.row.heartbeatAt, now())) {
          await rows.change(found.row);
        } else if (await rows.change({ ...found.row, claimedBy: executorId, heartbeatAt: now() })) {
          return found.row;
        }
      }
      // All of them were assigned just now and the index is not updated yet. The next claim reads again.
      if (missed === items.length) return undefined;
    }
  }

  return {
    /** Whether an external executor claimed within the last 60 s. */
    isConnected: async () => (await table.get(connected)) !== undefined,

    /** The oldest unclaimed job. Null if there is none. The executor counts as connected from now on. */
    async claim(executorId: string) {
      await table.put({ ...connected, expiresAt: now() + CONNECTED_MS });
      for (;;) {
        const taken = await take(executorId);
        if (taken === undefined) return null;
        const [plan, failed] = await Promise.all([
          plans.find(taken.planId),
          results.findFailed(taken.planId, taken.round),
        ]);
        if (plan && failed)
          return { planId: taken.planId, round: taken.round, ...(await material(plan, taken, failed)) };
      }
    },
  };

  async function material(plan: ReplayPlan, { round }: AnalysisRow, failed: FailedCases) {
    const clusters = acrossMethods(failed.clusters)
      .toSorted((a, b) => b.items.length - a.items.length)
      .slice(0, MAX_CLUSTERS);
    let ids = MAX_IDS;
    const shown = clusters.map(({ operation, differences, items }) => {
      const planItemIds = items.slice(0, ids).map((item) => planItemId(plan.planId, item));
      ids -= planItemIds.length;
      return { operation, requests: items.length, differences, planItemIds };
    });
    return {
      clusters: shown,
      samples: await samplesOf(plan.planId, round, clusters),
      callback: `/openapi/v1/replay-runs/${plan.planId}/diagnosis?round=${round}`,
    };
  }

  async function samplesOf(planId: string, round: number, clusters: readonly FailedCluster[]) {
    const wanted = clusters.flatMap(({ samples }) => samples);
    const samples: Sample[] = [];
    for (let at = 0; at < wanted.length; at += BATCH_SIZE) {
      const part = wanted.slice(at, at + BATCH_SIZE);
      const read = await Promise.all(part.map(({ item, chunk }) => sampleOf(planId, round, chunk, item)));
      samples.push(...read.flatMap((sample) => sample ?? []));
    }
    return samples;
  }

  async function sampleOf(planId: string, round: number, chunk: number, item: number): Promise<Sample | undefined> {
    const stored = await results.findUnread(planId, round, chunk, item);
    if (stored === undefined) return undefined;
    const { head } = stored;
    const differences = await storedDifferences(stored, work);
    return {
      planItemId: head.planItemId,
      operation: head.outcome.operation,
      status: { recorded: head.recordedStatus, replayed: head.replayedStatus },
      differences: differences.slice(0, MAX_DIFFERENCES).map(({ kind, subject, recorded, replayed }) => ({
        kind,
        path: subject,
        recorded: valueType(recorded),
        replayed: valueType(replayed),
      })),
    };
  }
}

/** Names, kinds and types of one failed case, never values. */
interface Sample {
  planItemId: string;
  operation: string;
  status: { recorded: number | null; replayed: number | null };
  differences: { kind: string; path: string; recorded: string; replayed: string }[];
}
