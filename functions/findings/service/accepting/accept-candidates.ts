import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { RoundClustersMaker } from '../../../replay/service/round-clusters.ts';
import type { AcceptOf } from '../../domain/accepting/accept-of.ts';
import { type Candidacy, candidacyOf } from '../../domain/accepting/cluster-candidates.ts';
import type { LeftOutReason } from '../../domain/accepting/left-out.ts';
import type { FindingsInput } from '../../domain/findings.ts';
import { outcomeDigest } from '../../domain/stored/marked-outcomes.ts';
import type { MarkStore } from '../../store/marks.ts';

/** A request that is to be accepted, or the reason why it is left out. */
export interface AcceptCandidate {
  item: number;
  leftOut: LeftOutReason | null;
}

/** Finds the requests of a run that a choice means, in the order of the plan. */
export async function acceptCandidates(
  plan: ReplayPlan,
  round: ReplayRound,
  of: AcceptOf,
  {
    clusters,
    marks,
    rulesOf,
  }: { clusters: RoundClustersMaker; marks: Pick<MarkStore, 'list'> } & Pick<FindingsInput, 'rulesOf'>,
): Promise<AcceptCandidate[]> {
  if ('requests' in of) return [...new Set(of.requests)].map((item) => ({ item, leftOut: null }));
  const marked = new Map((await marks.list(plan.planId, round.round)).map(({ item, outcome }) => [item, outcome]));
  const found: AcceptCandidate[] = [];
  for await (const { cluster, placed } of clusters.placedByChunk(plan, round)) {
    if (placed.length === 0 || !cluster.hasResult) continue;
    const candidacy = candidacyOf(cluster, of, rulesOf(cluster.operation));
    const digest = outcomeDigest(cluster);
    const isMarked = (item: number) => marked.get(item) === digest;
    found.push(...candidatesIn(placed, (item) => candidacy[isMarked(item) ? 'marked' : 'unmarked']));
  }
  return found.sort((a, b) => a.item - b.item);
}

const candidatesIn = (placed: readonly { item: number }[], candidacy: (item: number) => Candidacy): AcceptCandidate[] =>
  placed.flatMap(({ item }) => {
    const one = candidacy(item);
    return one === null ? [] : [{ item, leftOut: one === 'chosen' ? null : one }];
  });
