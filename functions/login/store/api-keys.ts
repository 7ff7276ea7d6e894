import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { World } from '../../platform/world.ts';

/** What a key may be allowed to do (interface 4.8, evaluation 3.2). */
export const API_KEY_SCOPES = [
  'read',
  'write',
  'record',
  'agent',
  'admin',
  'eval:read',
  'eval:run',
  'eval:policy',
  'eval:admin',
  'scores:write',
] as const;

const ApiKeyScope = v.picklist(API_KEY_SCOPES);

const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(ApiKeyScope),
  /** Epoch ms. */
  createdAt: v.number(),
  /** Epoch ms, at most a minute behind; null before the first use. */
  lastUsedAt: v.optional(v.nullable(v.number()), null),
});
/** A key as it is listed. */
export type ApiKey = v.InferOutput<typeof ApiKey>;

const StoredKey = v.object({
  ...ApiKey.entries,
  tenant: v.string(),
  /** SHA-256 of the whole key, hex. */
  hash: v.string(),
});
export type ApiKeyScope = v.InferOutput<typeof ApiKeyScope>;

const ID = /^[0-9a-f]{16}$/;
const FORM = /^rrs_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/** A use is noted when the one noted before is older. */
const NOTED_EVERY_MS = 60_000;

/**
 * API keys `rrs_<id>_<secret>` (facts: auth): pk `SYSTEM#KEY#<id>`, sk `KEY`; found before their tenant is known, so not under it. Index
 * i1 lists those of a tenant by the time they were made; pk `SYSTEM#KEY-NAMES#<tenant>`, sk the name's digest, keeps a name for one key,
 * since who did what is told by names.
 */
export function apiKeysRepository({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>) {
  const keyOf = (id: string) => ({ pk: `SYSTEM#KEY#${id}`, sk: 'KEY' });
  const nameKeyOf = (tenant: string, name: string) => ({ pk: `SYSTEM#KEY-NAMES#${tenant}`, sk: nameDigest(name) });
  const listOf = (tenant: string) => `SYSTEM#KEYS#${tenant}`;

  /** False where the key has been removed meanwhile: nothing of it comes back. */
  const noteUse = (id: string) =>
    table.update(
      keyOf(id),
      { lastUsedAt: now() },
      { when: { id: { equals: id }, lastUsedAt: { before: now() - NOTED_EVERY_MS + 1 } } },
    );

  return {
    /** Makes a key; `key` is shown this once, what is kept is its hash. Null where the tenant has a key of this name, in whatever case. */
    async create({ name, tenant, scopes }: { name: string; tenant: string; scopes: readonly ApiKeyScope[] }) {
      const id = newId().slice(0, 16);
      const key = `rrs_${id}_${Buffer.from(newId() + newId(), 'hex').toString('base64url')}`;
      const made: ApiKey = { id, name, scopes: [...scopes], createdAt: now(), lastUsedAt: null };
      const { lastUsedAt: _, ...row } = made;
      const place = { i1pk: listOf(tenant), i1sk: `${String(made.createdAt).padStart(15, '0')}#${id}` };
      const hash = sha256(key).toString('hex');
      const isMine = await table.transact([
        { put: { ...keyOf(id), ...place, ...row, tenant, hash }, when: 'absent' },
        { put: { ...nameKeyOf(tenant, name), id }, when: 'absent' },
      ]);
      return isMine ? { ...made, key } : null;
    },

    /** Whose key this is, or null. */
    async holderOf(key: string) {
      const id = FORM.exec(key)?.[1];
      if (id === undefined) return null;
      const item = await table.get(keyOf(id));
      if (item === undefined) return null;
      const { tenant, name, scopes, lastUsedAt, hash } = v.parse(StoredKey, item);
      if (!timingSafeEqual(sha256(key), Buffer.from(hash, 'hex'))) return null;
      if (lastUsedAt === null || now() - lastUsedAt >= NOTED_EVERY_MS) await noteUse(id);
      return { tenant, name, scopes };
    },

    /** A page of a tenant's keys, the oldest first. */
    async page(tenant: string, { limit, after }: { limit: number; after: string | null }) {
      const list = { index: 'i1', pk: listOf(tenant), limit } as const;
      const { items, next } = await table.query({ ...list, ...(after !== null && { after }) });
      return { items: items.map((item) => v.parse(ApiKey, item)), next };
    },

    /** Refused from the next request on; false when the tenant has no such key. */
    async remove(tenant: string, id: string): Promise<boolean> {
      const row = ID.test(id) ? await table.get(keyOf(id)) : undefined;
      if (row === undefined) return false;
      return table.transact([
        { remove: keyOf(id), when: { tenant: { equals: tenant } } },
        { remove: nameKeyOf(tenant, v.parse(StoredKey, row).name) },
      ]);
    },
  };
}

/** The same for names that look alike; short whatever the name is. */
const nameDigest = (name: string) => sha256(name.normalize('NFKC').toLowerCase()).toString('hex');

const sha256 = (text: string) => createHash('sha256').update(text).digest();
