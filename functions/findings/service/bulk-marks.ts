import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { findingOutcomesJob, type MarkedFinding } from '../domain/stored/finding-outcomes-job.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { Mark, MarkStore } from '../store/marks.ts';
import type { FindingsService } from './findings.ts';

/** Marks at the same time; removing reads each page of marks once. */
const AT_ONCE = 50;

interface BulkMarksParts extends Pick<World, 'work'> {
  findings: FindingsService;
  results: ResultStore;
  clusters: RoundClustersMaker;
  marks: MarkStore;
}

/** Marks many requests as expected at once, and takes such marks back. */
export function bulkMarks({ findings, results, clusters, marks, work }: BulkMarksParts) {
  async function putAll(plan: ReplayPlan, round: ReplayRound, added: readonly Mark[]): Promise<number> {
    await inBatches(added, (one) => marks.put(plan, round.round, one));
    return added.length;
  }

  const markedItems = async (plan: ReplayPlan, round: ReplayRound): Promise<ReadonlySet<number>> =>
    new Set((await marks.list(plan.planId, round.round)).map(({ item }) => item));

  return {
    /** Marks requests by their positions; returns how many have a result and were not marked before. */
    async markItems(
      plan: ReplayPlan,
      round: ReplayRound,
      items: readonly number[],
      mark: Omit<Mark, 'item' | 'outcome'>,
    ): Promise<number> {
      const present = await markedItems(plan, round);
      const added: Mark[] = [];
      for (const item of new Set(items)) {
        if (present.has(item)) continue;
        const planned = await results.findPlanned(plan.planId, round, item);
        const stored = planned && (await results.findUnread(plan, round.round, planned.chunk, item));
        if (stored) added.push({ ...mark, item, outcome: outcomeDigest(stored.head.outcome) });
      }
      return putAll(plan, round, added);
    },

    /**
     * Returns how many requests were marked that were not before; `too many` if there are more than `max`, of which
     * none is marked then; undefined if the details of the round have expired.
     */
    async mark(
      plan: ReplayPlan,
      round: ReplayRound,
      finding: MarkedFinding,
      mark: Omit<Mark, 'item' | 'outcome'>,
      max: number,
    ): Promise<number | 'too many' | undefined> {
      const outcomes = await outcomesOf(plan, round, finding, { findings, work });
      if (outcomes === undefined) return undefined;
      const present = await markedItems(plan, round);
      const added: Mark[] = [];
      for await (const { cluster, placed } of clusters.placedByChunk(plan, round)) {
        if (placed.length === 0) continue;
        const outcome = outcomeDigest(cluster);
        if (!outcomes.has(outcome)) continue;
        for (const { item } of placed) if (!present.has(item)) added.push({ ...mark, item, outcome });
        if (added.length > max) return 'too many';
      }
      return putAll(plan, round, added);
    },

    /** Removes the marks of the latest round that were made at this time (epoch ms); returns how many. */
    async remove({ planId, round }: ReplayPlan, markedAt: number): Promise<number> {
      const made = (await marks.list(planId, round)).filter((mark) => mark.markedAt === markedAt);
      await inBatches(made, ({ item }) => marks.remove(planId, round, item));
      return made.length;
    },
  };
}

/** Digests of the outcomes that show a finding; undefined if the details of the round have expired. */
async function outcomesOf(
  plan: ReplayPlan,
  round: ReplayRound,
  finding: MarkedFinding,
  { findings, work }: { findings: FindingsService } & Pick<World, 'work'>,
): Promise<ReadonlySet<string> | undefined> {
  const current = await findings.unreadOf(plan, round);
  if (current === undefined) return undefined;
  const { unread, facts } = current;
  const shown = await work.run(findingOutcomesJob, async () => ({ ...facts, finding, stored: await unread.bytes() }), {
    bytes: unread.size,
    urgent: true,
  });
  if (!shown.ok) throw new Error(`the requests of a finding were not found: ${shown.code}`);
  return shown.value === null ? undefined : new Set(shown.value.outcomes);
}

async function inBatches(all: readonly Mark[], write: (one: Mark) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(write));
}
