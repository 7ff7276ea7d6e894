import type { ChangedPair } from '../../compare/domain/expected/change.ts';
import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { RoundClustersMaker } from '../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { type ClassifiedDifference, classify } from '../domain/classify.ts';
import { changedPairsJob, type NamedDifference } from '../domain/expected/changed-pairs-job.ts';
import type { FindingsInput } from '../domain/findings.ts';

/** Maximum requests of a run whose values are read to see what a change is. */
const MAX_LEARNED = 500;
/** Read at the same time. */
const AT_ONCE = 25;

/** A difference of an endpoint, with the requests of the run that show it. */
export interface ExpectedTarget extends NamedDifference {
  operation: string;
  methods: Set<string | undefined>;
  placed: PlacedItem[];
}

/** Whether a difference at an endpoint, of a request by its position, is to be expected. */
export type IsWanted = (operation: string, difference: NamedDifference, item: number) => boolean;

/** Finds what is to be expected in a run, and the values that changed there. */
export function expectedTargets({
  results,
  clusters,
  work,
}: { results: ResultStore; clusters: RoundClustersMaker } & Pick<World, 'work'>) {
  return {
    /** The differences of a run that are wanted, by endpoint, kind and subject. */
    async of(
      plan: ReplayPlan,
      round: ReplayRound,
      { rulesOf }: Pick<FindingsInput, 'rulesOf'>,
      isWanted: IsWanted,
    ): Promise<ExpectedTarget[]> {
      const targets = new Map<string, ExpectedTarget>();
      for await (const { cluster, placed } of clusters.placedByChunk(plan, round)) {
        if (placed.length === 0 || !cluster.hasResult) continue;
        for (const difference of classify(cluster, rulesOf(cluster.operation)).differences)
          addTo(
            targets,
            cluster,
            difference,
            placed.filter(({ item }) => isWanted(cluster.operation, difference, item)),
          );
      }
      return [...targets.values()];
    },

    /** The values of each target among its requests. */
    async pairsOf(
      plan: ReplayPlan,
      round: number,
      targets: readonly ExpectedTarget[],
      inForce: readonly RuleInForce[],
    ): Promise<ReadonlyMap<ExpectedTarget, ChangedPair[]>> {
      const pairs = new Map<ExpectedTarget, ChangedPair[]>(targets.map((target) => [target, []]));
      const readOne = async ({ placed, targets: own }: ReadRequest) => {
        const found = await results.findUnread(plan, round, placed.chunk, placed.item);
        if (found === undefined) return;
        const { outcome } = found.head;
        const wanted = own.map(({ kind, subject }) => ({ kind, subject }));
        const collected = await work.run(
          changedPairsJob,
          async () => ({ stored: await found.stored.bytes(), outcome, rules: inForce, wanted }),
          { bytes: found.stored.size, urgent: true },
        );
        if (!collected.ok || collected.value === null) return;
        for (const [index, target] of own.entries()) pairs.get(target)?.push(...(collected.value.pairs[index] ?? []));
      };
      const all = requestsOf(targets);
      for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(readOne));
      return pairs;
    },
  };
}

function addTo(
  targets: Map<string, ExpectedTarget>,
  { operation, method }: Cluster,
  { kind, subject }: ClassifiedDifference,
  placed: readonly PlacedItem[],
): void {
  if (placed.length === 0) return;
  const key = JSON.stringify([operation, kind, subject]);
  const target = targets.get(key) ?? { operation, kind, subject, methods: new Set(), placed: [] };
  targets.set(key, target);
  target.methods.add(method);
  for (const one of placed) target.placed.push(one);
}

/** A request whose values are read, once for all its targets. */
interface ReadRequest {
  placed: PlacedItem;
  targets: ExpectedTarget[];
}

/** The requests that are read: each target has an equal share. */
function requestsOf(targets: readonly ExpectedTarget[]): ReadRequest[] {
  const share = Math.max(1, Math.floor(MAX_LEARNED / targets.length));
  const requests = new Map<number, ReadRequest>();
  for (const target of targets)
    for (const placed of target.placed.slice(0, share)) {
      const one = requests.get(placed.item) ?? { placed, targets: [] };
      requests.set(placed.item, one);
      one.targets.push(target);
    }
  return [...requests.values()];
}
