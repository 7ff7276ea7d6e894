import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { RoundValues } from '../domain/values/round-values.ts';

/** Number of rounds whose parsed values stay cached between views. */
const CACHE_SIZE = 50;

export type ValueStore = ReturnType<typeof valueStore>;

/** Stores the sample values of a round: pk `T#<tenant>#PLAN#<planId>`, sk `VALUES#<n>`; they expire with their plan. */
export function valueStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const stored = inlineOrBlob(blobs);
  const cache = parseCache<RoundValues | undefined>(CACHE_SIZE);
  const keyOf = (planId: string, round: number) => ({
    pk: partitionOf('plans', tenant, planId),
    sk: `VALUES#${padded(round, 4)}`,
  });

  return {
    async put({ planId, expiresAt }: ReplayPlan, round: number, values: RoundValues): Promise<void> {
      const blobKey = blobKeyOf('plans', encodeURIComponent(tenant), planId, `values-${round}`);
      await table.put({ ...keyOf(planId, round), ...(await stored.write(blobKey, values)), expiresAt });
    },

    /** The same object as before if they have not changed; undefined if there are none, or they are damaged. */
    find: (planId: string, round: number): Promise<RoundValues | undefined> =>
      undefinedIfDamaged(
        (async () => {
          const row = await table.get(keyOf(planId, round));
          const bytes = row?.data ?? row?.blob;
          if (row === undefined || (!(bytes instanceof Uint8Array) && typeof bytes !== 'string')) return undefined;
          return cache(`${planId}#${round}`, bytes, async () => {
            const read = await stored.read(row);
            return read === undefined ? undefined : v.parse(RoundValues, read);
          });
        })(),
      ),
  };
}
