import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { ReplayPlan } from '../domain/plan.ts';

/**
 * Partitions over which the results of a round are spread, by blocks of neighbouring items. A prime, so that chunks
 * that begin at multiples of a number do not meet in few of them.
 */
export const RESULT_SHARDS = 251;
/** Items of a block: results of a chunk are read block by block. */
export const BLOCK = 50;

/** The partitions of plans of earlier versions, which were spread by chunks. */
const CHUNK_SHARDS = 10;

/** The plan of a result, which says how its results are spread. */
export type ResultsOf = Pick<ReplayPlan, 'planId' | 'resultShards'>;

/** Keys of what a round sends and of its results (see `resultStore`). */
export function resultKeys(tenant: string) {
  const planKey = (planId: string) => partitionOf('plans', tenant, planId);
  const rowKey = (planId: string, row: string, round: number, chunk: number) => ({
    pk: planKey(planId),
    sk: `${row}#${padded(round, 4)}#${padded(chunk, 6)}`,
  });
  const roundKey = (planId: string, row: string, round: number) => ({
    pk: planKey(planId),
    sk: `${row}#${padded(round, 4)}`,
  });
  const resultsKey = (planId: string, round: number, shard: number) =>
    partitionOf('results', tenant, planId, round, shard);
  const shardOf = ({ resultShards }: ResultsOf, chunk: number, item: number) =>
    resultShards === null ? chunk % CHUNK_SHARDS : Math.floor(item / BLOCK) % resultShards;
  const partitionsOf = (plan: ResultsOf & { round: number }) => {
    const { planId, round, resultShards } = plan;
    const shards = resultShards ?? CHUNK_SHARDS;
    const ofRounds = Array.from({ length: round * shards }, (_, at) =>
      resultsKey(planId, 1 + Math.floor(at / shards), at % shards),
    );
    return [planKey(planId), ...ofRounds];
  };
  const resultKey = (plan: ResultsOf, round: number, chunk: number, item: number) => ({
    pk: resultsKey(plan.planId, round, shardOf(plan, chunk, item)),
    sk: padded(item, 8),
  });
  /** Keys of which one has the result of an item, whose chunk is not known. */
  const possibleResultKeys = (plan: ResultsOf, round: number, item: number) =>
    Array.from({ length: plan.resultShards === null ? CHUNK_SHARDS : 1 }, (_, chunk) =>
      resultKey(plan, round, chunk, item),
    );
  /** The ranges that have the results of a chunk's items from `first` to before `end`, in their order. */
  function resultRanges(plan: ResultsOf, round: number, chunk: number, { first, end }: { first: number; end: number }) {
    const range = (from: number, to: number) => ({
      pk: resultKey(plan, round, chunk, from).pk,
      from: padded(from, 8),
      to: padded(to, 8),
    });
    if (plan.resultShards === null) return [range(first, end)];
    const block = Math.floor(first / BLOCK);
    return Array.from({ length: Math.ceil(end / BLOCK) - block }, (_, at) =>
      range(Math.max(first, (block + at) * BLOCK), Math.min(end, (block + at + 1) * BLOCK)),
    );
  }
  const blobKey = (planId: string, name: string) => blobKeyOf('plans', encodeURIComponent(tenant), planId, name);

  return { planKey, rowKey, roundKey, resultKey, possibleResultKeys, resultRanges, partitionsOf, blobKey };
}
