import { valueType } from '../../noise/domain/value-type.ts';
import type { World } from '../../platform/world.ts';
import { planItemId, type ReplayPlan } from '../../replay/domain/plan.ts';
import { acrossMethods, type FailedCases, type FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import { storedDifferences } from '../../replay/service/stored-differences.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { AnalysisSample } from '../domain/analysis-job.ts';

/** Maximum clusters of a job, those with the most cases first. */
const MAX_CLUSTERS = 100;
/** Maximum case ids in a job. `requests` of a cluster counts all of them. */
const MAX_IDS = 20_000;
/** Maximum differences of a sample. */
const MAX_DIFFERENCES = 50;
/** Samples read concurrently. */
const BATCH_SIZE = 25;

/** Creates the function that reads what an external executor gets of a round (interface 2.5). */
export function jobMaterial({ results, work }: { results: ResultStore } & Pick<World, 'work'>) {
  return async function material(plan: ReplayPlan, round: number, failed: FailedCases) {
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
      samples: await samplesOf(plan, round, clusters),
      callback: `/openapi/v1/replay-runs/${plan.planId}/diagnosis?round=${round}`,
    };
  };

  async function samplesOf(plan: ReplayPlan, round: number, clusters: readonly FailedCluster[]) {
    const wanted = clusters.flatMap((cluster) => cluster.samples);
    const samples: AnalysisSample[] = [];
    for (let at = 0; at < wanted.length; at += BATCH_SIZE) {
      const part = wanted.slice(at, at + BATCH_SIZE);
      const read = await Promise.all(part.map(({ item, chunk }) => sampleOf(plan, round, chunk, item)));
      samples.push(...read.flatMap((sample) => sample ?? []));
    }
    return samples;
  }

  async function sampleOf(
    plan: ReplayPlan,
    round: number,
    chunk: number,
    item: number,
  ): Promise<AnalysisSample | undefined> {
    const stored = await results.findUnread(plan, round, chunk, item);
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
