import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { sha256Bytes, sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';
import { BADGE_TOKEN, BadgeToken, MAX_BADGES } from '../domain/badge/badge-token.ts';

const StoredToken = v.object({
  tenant: v.string(),
  appId: v.string(),
  /** SHA-256 of the whole token, hex. */
  hash: v.string(),
});

/** Compared where no row is found, so that an unknown id answers as another secret does. */
const NO_HASH = sha256Hex('');

/**
 * Stores the tokens of badges: pk `SYSTEM#BADGE#<id>`, sk `BADGE`, with the digest; not under a tenant, since a badge
 * is asked for before its tenant is known. `APP#<app>`, sk `BADGE#<id>`, lists those of an application.
 */
export function badgeTokenStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>, tenant: string) {
  const keyOf = (id: string) => ({ pk: partitionOf('badges', id), sk: 'BADGE' });
  const listKey = (appId: string, id: string) => ({ pk: applicationKey(tenant, appId), sk: `BADGE#${id}` });

  async function list(appId: string): Promise<BadgeToken[]> {
    const { items } = await table.query({ pk: listKey(appId, '').pk, prefix: 'BADGE#' });
    return items.map((item) => v.parse(BadgeToken, item)).sort((a, b) => a.createdAt - b.createdAt);
  }

  return {
    list,

    /** Creates a token and returns it this once; null if the application has the maximum. */
    async create(appId: string, createdBy: string): Promise<(BadgeToken & { token: string }) | null> {
      if ((await list(appId)).length >= MAX_BADGES) return null;
      const id = newId().slice(0, 16);
      const token = `rrb_${id}_${Buffer.from(newId() + newId(), 'hex').toString('base64url')}`;
      const made = { id, createdAt: now(), createdBy };
      await table.transact([
        { put: { ...keyOf(id), tenant, appId, hash: sha256Hex(token) }, when: 'absent' },
        { put: { ...listKey(appId, id), ...made }, when: 'absent' },
      ]);
      return { ...made, token };
    },

    /** False if the application has no such token. */
    remove: (appId: string, id: string): Promise<boolean> =>
      table.transact([{ remove: listKey(appId, id), when: 'present' }, { remove: keyOf(id) }]),

    /** The application of a token, in whichever tenant; null if it is unknown. Compares in constant time. */
    async holderOf(token: string): Promise<{ tenant: string; appId: string } | null> {
      const id = BADGE_TOKEN.exec(token)?.[1];
      const row = id === undefined ? undefined : await table.get(keyOf(id));
      const stored = row && v.parse(StoredToken, row);
      const isEqual = timingSafeEqual(sha256Bytes(token), Buffer.from(stored?.hash ?? NO_HASH, 'hex'));
      return stored !== undefined && isEqual ? { tenant: stored.tenant, appId: stored.appId } : null;
    },
  };
}
