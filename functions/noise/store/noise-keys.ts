import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';

/** Partitions over which the results of a round are spread. */
const SHARDS = 10;

/** Keys of the results of noise reduction (see `noiseStore`). */
export function noiseKeys(tenant: string) {
  const factsKey = (planId: string, round: number, chunk: number) =>
    partitionOf('noise', tenant, planId, round, chunk % SHARDS);
  const itemKey = (item: number) => `ITEM#${padded(item, 8)}`;
  const chunkKey = (planId: string, round: number, chunk: number) => ({
    pk: factsKey(planId, round, chunk),
    sk: `CHUNK#${padded(chunk, 6)}`,
  });
  const planKey = (planId: string) => partitionOf('plans', tenant, planId);
  const suggestionKey = (planId: string, round: number, id: string) => ({
    pk: planKey(planId),
    sk: `NOISE#${padded(round, 4)}#${id}`,
  });
  const secondAnswersKey = (planId: string, round: number) => ({
    pk: planKey(planId),
    sk: `SENTAGAIN#${padded(round, 4)}`,
  });
  const laterKey = (planId: string, round: number) => ({ pk: planKey(planId), sk: `SENTLATER#${padded(round, 4)}` });
  const blobKey = (planId: string, name: string) => blobKeyOf('plans', tenant, planId, `noise-${name}`);
  const partitionsOf = ({ planId, round }: { planId: string; round: number }): string[] =>
    Array.from({ length: round * SHARDS }, (_, at) => factsKey(planId, 1 + Math.floor(at / SHARDS), at));

  return { factsKey, itemKey, chunkKey, planKey, suggestionKey, secondAnswersKey, laterKey, blobKey, partitionsOf };
}
