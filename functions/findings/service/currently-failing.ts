import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases, PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import { withItems } from '../domain/failed-cases.ts';
import { failingOutcomesJob } from '../domain/stored/failing-outcomes-job.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { FindingsService } from './findings.ts';

export type CurrentlyFailing = ReturnType<typeof currentlyFailing>;

/** Lists the failing cases of settled rounds by the current rules, from what was compared. */
export function currentlyFailing({
  findings,
  clusters,
  work,
}: {
  findings: FindingsService;
  clusters: RoundClustersMaker;
} & Pick<World, 'work'>) {
  /** Undefined if the clusters of the round have expired. */
  return async function of(plan: ReplayPlan, round: ReplayRound): Promise<FailedCases | undefined> {
    const current = await findings.unreadOf(plan, round);
    if (current === undefined) return undefined;
    const { unread, facts } = current;
    const listed = await work.run(failingOutcomesJob, async () => ({ ...facts, stored: await unread.bytes() }), {
      bytes: unread.size,
      urgent: true,
    });
    if (!listed.ok) throw new Error(`failing cases were not listed: ${listed.code}`);
    if (listed.value === null) return undefined;
    const { failed, outcomes } = listed.value;
    const items = new Map<string, PlacedItem[]>(outcomes.map((outcome) => [outcome, []]));
    for await (const { cluster, placed } of clusters.placedByChunk(plan, round)) {
      const present = placed.length > 0 && items.get(outcomeDigest(cluster));
      if (present) present.push(...placed);
    }
    return withItems(failed, (at) => items.get(outcomes[at] ?? '') ?? []);
  };
}
