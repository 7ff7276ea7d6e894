import { padded } from '../../platform/values/padded.ts';

/** Partitions over which the results of a round are spread. */
const SHARDS = 10;

/** Keys of what a round sends and of its results (see `resultStore`). */
export function resultKeys(tenant: string) {
  const planKey = (planId: string) => `T#${tenant}#PLAN#${planId}`;
  const rowKey = (planId: string, row: string, round: number, chunk: number) => ({
    pk: planKey(planId),
    sk: `${row}#${padded(round, 4)}#${padded(chunk, 6)}`,
  });
  const roundKey = (planId: string, row: string, round: number) => ({
    pk: planKey(planId),
    sk: `${row}#${padded(round, 4)}`,
  });
  const resultsKey = (planId: string, round: number, chunk: number) =>
    `T#${tenant}#RESULTS#${planId}#${round}#${chunk % SHARDS}`;
  const partitionsOf = ({ planId, round }: { planId: string; round: number }) => [
    planKey(planId),
    ...Array.from({ length: round * SHARDS }, (_, at) => resultsKey(planId, 1 + Math.floor(at / SHARDS), at)),
  ];
  const resultKey = (planId: string, round: number, chunk: number, item: number) => ({
    pk: resultsKey(planId, round, chunk),
    sk: padded(item, 8),
  });
  /** Keys of which one has the result of an item, whose chunk is not known. */
  const possibleResultKeys = (planId: string, round: number, item: number) =>
    Array.from({ length: SHARDS }, (_, shard) => resultKey(planId, round, shard, item));
  const blobKey = (planId: string, name: string) => `plans/${encodeURIComponent(tenant)}/${planId}/${name}`;

  return { planKey, rowKey, roundKey, resultsKey, resultKey, possibleResultKeys, partitionsOf, blobKey };
}
