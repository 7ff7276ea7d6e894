import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { MovedCluster } from '../../replay/domain/results/moved-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { requestsToRead } from '../domain/values/requests-to-read.ts';
import type { RoundValues } from '../domain/values/round-values.ts';
import type { ValueStore } from '../store/values.ts';
import { MAX_READ, valueReader } from './value-reader.ts';

/**
 * Maximum failing requests whose values are read of a round that settled before values were stored, when its report is
 * opened.
 */
const MAX_READ_ON_VIEW = 50;

export type FindingValues = ReturnType<typeof findingValues>;

/** What differs in a round, and in which requests. */
interface Gathered {
  clusters: readonly Cluster[];
  itemsOf(cluster: Cluster): readonly PlacedItem[];
  /** Absent in runs without a running build. */
  dataMoved?: readonly MovedCluster[] | undefined;
}

/** Sample values of the differences of a round, read from the stored results once and kept. */
export function findingValues({
  results,
  values,
  work,
}: {
  results: ResultStore;
  values: ValueStore;
} & Pick<World, 'work'>) {
  const read = valueReader({ results, work });
  const underway = new Map<string, Promise<RoundValues | undefined>>();

  /** From the requests that the clusters name as samples. */
  async function readSamples(plan: ReplayPlan, round: ReplayRound): Promise<RoundValues | undefined> {
    const stored = await results.findClusters(plan.planId, round.round);
    if (stored === undefined) return undefined;
    const failing = stored.clusters.filter(isFailing);
    const items = requestsToRead(
      failing.map((cluster) => ({
        ...cluster,
        items: cluster.samples.map((sample) => Number(sample.split(':')[1])),
      })),
      MAX_READ_ON_VIEW,
    );
    const placed = await Promise.all(
      items.map(async (item) => {
        const planned = await results.findPlanned(plan.planId, round, item);
        return planned ? [{ item, chunk: planned.chunk }] : [];
      }),
    );
    const found = await read(plan, round.round, {
      placed: placed.flat(),
      failing: sumOf(failing, ({ requests }) => requests),
      moved: stored.dataMoved && samplesOf(stored.dataMoved),
    });
    await values.put(plan, round.round, found);
    return found;
  }

  return {
    /** Reads and stores the values of a round that settles or was compared again. */
    async collect(plan: ReplayPlan, round: ReplayRound, { clusters, itemsOf, dataMoved }: Gathered): Promise<void> {
      const groups = clusters.filter(isFailing).map((cluster) => ({ ...cluster, items: itemsOf(cluster) }));
      const failing = sumOf(groups, ({ items }) => items.length);
      const placed = requestsToRead(groups, MAX_READ);
      const found = await read(plan, round.round, { placed, failing, moved: dataMoved && samplesOf(dataMoved) });
      await values.put(plan, round.round, found);
    },

    /** The values of a settled round; undefined if its details have expired. */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<RoundValues | undefined> {
      const present = await values.find(plan.planId, round.round);
      if (present) return present;
      const key = `${plan.planId}#${round.round}`;
      const reading = underway.get(key) ?? readSamples(plan, round).finally(() => underway.delete(key));
      underway.set(key, reading);
      return reading;
    },
  };
}

/** Maximum requests that are read for what has moved. */
const MAX_MOVED = 100;

/** A request of each field that has moved, those of most requests first. */
function samplesOf(moved: readonly MovedCluster[]): PlacedItem[] {
  const seen = new Set<string>();
  const samples: PlacedItem[] = [];
  for (const { operation, differences, sample } of moved) {
    const keys = differences.map(({ kind, subject }) => JSON.stringify([operation, kind, subject]));
    if (keys.some((key) => !seen.has(key))) samples.push(sample);
    for (const key of keys) seen.add(key);
    if (samples.length === MAX_MOVED) break;
  }
  return samples;
}

const isFailing = ({ hasResult, differences }: Cluster): boolean => hasResult && differences.length > 0;
