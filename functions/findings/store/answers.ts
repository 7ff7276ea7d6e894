import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { StoredJson } from '../../platform/values/stored-json.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { StoredAnswer, StoredClusters } from '../domain/stored/stored-answer.ts';

/** Rounds whose findings, and whose folded clusters, stay cached between queries. */
const CACHE_SIZE = 50;
const CLUSTERS_CACHE_SIZE = 5;

/** A value with the digest of what it was computed from. */
export interface Digested<Value> {
  digest: string;
  value: Value;
}

export type AnswerStore = ReturnType<typeof answerStore>;

/**
 * Stores computed findings of rounds with many clusters: pk `T#<tenant>#PLAN#<planId>`, sk `FINDINGS#<n>` and
 * `FOLDED#<n>`, each with the digest of what it was computed from; they expire with their plan.
 */
export function answerStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const stored = inlineOrBlob(blobs);
  const keyOf = (row: string, planId: string, round: number) => ({
    pk: partitionOf('plans', tenant, planId),
    sk: `${row}#${padded(round, 4)}`,
  });

  /** The latest of a row, the same object while it has not changed; undefined if it is damaged or has expired. */
  function finder<S extends v.GenericSchema>(row: string, schema: S, cacheSize: number) {
    const cache = parseCache<v.InferOutput<S> | undefined>(cacheSize);
    return (planId: string, round: number): Promise<Digested<v.InferOutput<S>> | undefined> =>
      undefinedIfDamaged(
        (async () => {
          const item = await table.get(keyOf(row, planId, round));
          const digest = item?.digest;
          const bytes = item?.data ?? item?.blob;
          if (item === undefined || typeof digest !== 'string') return undefined;
          if (!(bytes instanceof Uint8Array) && typeof bytes !== 'string') return undefined;
          const value = await cache(`${planId}#${round}`, bytes, async () => {
            const parsed = v.safeParse(schema, await stored.read(item));
            return parsed.success ? parsed.output : undefined;
          });
          return value === undefined ? undefined : { digest, value };
        })(),
      );
  }

  async function put(row: string, { planId, expiresAt }: ReplayPlan, round: number, digest: string, made: StoredJson) {
    const blobKey = blobKeyOf('plans', encodeURIComponent(tenant), planId, `${row.toLowerCase()}-${round}`);
    await table.put({
      ...keyOf(row, planId, round),
      digest,
      ...(await stored.writeStored(blobKey, made)),
      expiresAt,
    });
  }

  return {
    /** The findings that were stored last. */
    findAnswer: finder('FINDINGS', StoredAnswer, CACHE_SIZE),

    /** The folded clusters that were stored last. */
    findClusters: finder('FOLDED', StoredClusters, CLUSTERS_CACHE_SIZE),

    /** The answer is stored last, so that a reader who finds it also finds its clusters. */
    async put(
      plan: ReplayPlan,
      round: number,
      digest: string,
      made: { answer: StoredJson; clusters: StoredJson },
    ): Promise<void> {
      await put('FOLDED', plan, round, digest, made.clusters);
      await put('FINDINGS', plan, round, digest, made.answer);
    },
  };
}
