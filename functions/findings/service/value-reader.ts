import { nextTurn } from '../../platform/time/next-turn.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { type FoldedSamples, foldedSamplesJob } from '../domain/folding/folded-samples-job.ts';
import type { RoundValues } from '../domain/values/round-values.ts';
import { shownValuesJob } from '../domain/values/shown-values-job.ts';
import { valueTally } from '../domain/values/value-tally.ts';

/** Maximum failing requests of a round whose values are read, how many at the same time, and their bytes together. */
export const MAX_READ = 1000;
const AT_ONCE = 25;
const MAX_READ_BYTES = 64 * 1024 * 1024;

interface RequestsToRead {
  /** Failing requests, and how many there are. */
  placed: readonly PlacedItem[];
  failing: number;
  /** Requests that the running build answered unlike the recording; absent in runs without it. */
  moved?: readonly PlacedItem[] | undefined;
}

/** Creates the function that reads the values of failing requests from their stored results. */
export function valueReader({ results, work }: { results: ResultStore } & Pick<World, 'work'>) {
  /** Findings show values of folded subjects under these. */
  async function foldedSamples(planId: string, round: number): Promise<FoldedSamples> {
    const unread = await results.findUnreadClusters(planId, round);
    if (unread === undefined) return new Map();
    const folded = await work.run(foldedSamplesJob, async () => ({ stored: await unread.bytes(), max: MAX_READ }), {
      bytes: unread.size,
    });
    return folded.ok ? folded.value.samples : new Map();
  }

  return async function read(
    plan: ReplayPlan,
    round: number,
    { placed, failing, moved }: RequestsToRead,
  ): Promise<RoundValues> {
    const tally = valueTally();
    const tallyOfMoved = valueTally();
    const failingItems = new Set(placed.map(({ item }) => item));
    const folded = await foldedSamples(plan.planId, round);
    let bytes = 0;
    let requests = 0;
    const readOne = async ({ item, chunk }: PlacedItem) => {
      const found = await results.findUnread(plan, round, chunk, item);
      if (found === undefined || bytes + found.stored.size > MAX_READ_BYTES) return;
      bytes += found.stored.size;
      const shown = await work.run(shownValuesJob, async () => ({ stored: await found.stored.bytes() }), {
        bytes: found.stored.size,
      });
      if (!shown.ok) return;
      const { operation } = found.head.outcome;
      const known = folded.get(operation);
      const { values } = shown.value;
      tallyOfMoved.add(operation, item, shown.value.moved);
      if (!failingItems.has(item)) return;
      requests++;
      tally.add(
        operation,
        item,
        known ? values.map((one) => ({ ...one, subject: known.get(one.subject) ?? one.subject })) : values,
      );
    };
    const all = [...placed, ...(moved ?? []).filter(({ item }) => !failingItems.has(item))];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(all.slice(at, at + AT_ONCE).map(readOne));
      await nextTurn();
    }
    return { fields: tally.fields(), ...(moved && { moved: tallyOfMoved.fields() }), read: requests, failing };
  };
}
