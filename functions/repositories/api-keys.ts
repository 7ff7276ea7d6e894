import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { World } from '../world.ts';

/** What a key may be allowed to do (interface 4.8). */
export const API_KEY_SCOPES = ['read', 'write', 'record', 'agent', 'admin'] as const;

const ApiKeyScope = v.picklist(API_KEY_SCOPES);

const StoredKey = v.object({
  id: v.string(),
  name: v.string(),
  tenant: v.string(),
  scopes: v.array(ApiKeyScope),
  createdAt: v.number(),
  /** SHA-256 of the whole key, hex. */
  hash: v.string(),
});
export type ApiKeyScope = v.InferOutput<typeof ApiKeyScope>;

const FORM = /^rrs_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export type ApiKeysRepository = ReturnType<typeof apiKeysRepository>;

/** API keys `rrs_<id>_<secret>` (facts: auth): pk `SYSTEM#KEY#<id>`, sk `KEY`; found before their tenant is known, so not under it. */
export function apiKeysRepository({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>) {
  const keyOf = (id: string) => ({ pk: `SYSTEM#KEY#${id}`, sk: 'KEY' });

  return {
    /** Makes a key and returns it for the only time; what is kept is its hash. */
    async create({ name, tenant, scopes }: { name: string; tenant: string; scopes: ApiKeyScope[] }) {
      const id = newId().slice(0, 16);
      const key = `rrs_${id}_${Buffer.from(newId() + newId(), 'hex').toString('base64url')}`;
      await table.put(
        { ...keyOf(id), id, name, tenant, scopes, createdAt: now(), hash: sha256(key).toString('hex') },
        { when: 'absent' },
      );
      return key;
    },

    /** Whose key this is, or null. */
    async holderOf(key: string) {
      const id = FORM.exec(key)?.[1];
      if (id === undefined) return null;
      const item = await table.get(keyOf(id));
      if (item === undefined) return null;
      const stored = v.parse(StoredKey, item);
      if (!timingSafeEqual(sha256(key), Buffer.from(stored.hash, 'hex'))) return null;
      return { tenant: stored.tenant, name: stored.name, scopes: stored.scopes };
    },
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
