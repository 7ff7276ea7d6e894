import { nextTurn } from '../../platform/time/next-turn.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { type FoldedSamples, foldedSamplesJob } from '../domain/folding/folded-samples-job.ts';
import { requestsToRead } from '../domain/values/requests-to-read.ts';
import type { RoundValues } from '../domain/values/round-values.ts';
import { shownValuesJob } from '../domain/values/shown-values-job.ts';
import { valueTally } from '../domain/values/value-tally.ts';
import type { ValueStore } from '../store/values.ts';

/** Maximum failing requests of a round whose values are read, how many at the same time, and their bytes together. */
const MAX_READ = 1000;
const AT_ONCE = 25;
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** The same for a round that settled before values were stored, when its report is opened. */
const MAX_READ_ON_VIEW = 50;

export type FindingValues = ReturnType<typeof findingValues>;

/** Sample values of the differences of a round, read from the stored results once and kept. */
export function findingValues({
  results,
  values,
  work,
}: {
  results: ResultStore;
  values: ValueStore;
} & Pick<World, 'work'>) {
  const underway = new Map<string, Promise<RoundValues | undefined>>();

  /** Findings show values of folded subjects under these. */
  async function foldedSamples(planId: string, round: number): Promise<FoldedSamples> {
    const unread = await results.findUnreadClusters(planId, round);
    if (unread === undefined) return new Map();
    const folded = await work.run(foldedSamplesJob, async () => ({ stored: await unread.bytes(), max: MAX_READ }), {
      bytes: unread.size,
    });
    return folded.ok ? folded.value.samples : new Map();
  }

  async function read(
    { planId }: ReplayPlan,
    round: number,
    placed: readonly PlacedItem[],
    failing: number,
  ): Promise<RoundValues> {
    const tally = valueTally();
    const folded = await foldedSamples(planId, round);
    let bytes = 0;
    let requests = 0;
    const readOne = async ({ item, chunk }: PlacedItem) => {
      const found = await results.findUnread(planId, round, chunk, item);
      if (found === undefined || bytes + found.stored.size > MAX_READ_BYTES) return;
      bytes += found.stored.size;
      const shown = await work.run(shownValuesJob, async () => ({ stored: await found.stored.bytes() }), {
        bytes: found.stored.size,
      });
      if (!shown.ok) return;
      requests++;
      const { operation } = found.head.outcome;
      const known = folded.get(operation);
      const values = known
        ? shown.value.map((one) => ({ ...one, subject: known.get(one.subject) ?? one.subject }))
        : shown.value;
      tally.add(operation, item, values);
    };
    for (let at = 0; at < placed.length; at += AT_ONCE) {
      await Promise.all(placed.slice(at, at + AT_ONCE).map(readOne));
      await nextTurn();
    }
    return { fields: tally.fields(), read: requests, failing };
  }

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
    const found = await read(
      plan,
      round.round,
      placed.flat(),
      sumOf(failing, ({ requests }) => requests),
    );
    await values.put(plan, round.round, found);
    return found;
  }

  return {
    /** Reads and stores the values of a round that settles or was compared again. */
    async collect(
      plan: ReplayPlan,
      round: ReplayRound,
      { clusters, itemsOf }: { clusters: readonly Cluster[]; itemsOf(cluster: Cluster): readonly PlacedItem[] },
    ): Promise<void> {
      const groups = clusters.filter(isFailing).map((cluster) => ({ ...cluster, items: itemsOf(cluster) }));
      const failing = sumOf(groups, ({ items }) => items.length);
      const placed = requestsToRead(groups, MAX_READ);
      await values.put(plan, round.round, await read(plan, round.round, placed, failing));
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

const isFailing = ({ hasResult, differences }: Cluster): boolean => hasResult && differences.length > 0;
