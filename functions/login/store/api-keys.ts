import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { paddedTime } from '../../platform/values/padded.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import { sha256Bytes, sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';

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
/** A key as lists show it. */
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

/** Minimum interval between recorded uses. */
const LAST_USED_INTERVAL_MS = 60_000;

/**
 * Stores API keys `rrs_<id>_<secret>` (facts: auth): pk `SYSTEM#KEY#<id>`, sk `KEY`; not under a tenant, since a key is
 * looked up before its tenant is known. Index i1 lists a tenant's keys by creation time; pk
 * `SYSTEM#KEY-NAMES#<tenant>`, sk the name's digest, reserves a name for one key, since the audit log identifies
 * callers by name.
 */
export function apiKeyStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>) {
  const keyOf = (id: string) => ({ pk: `SYSTEM#KEY#${id}`, sk: 'KEY' });
  const nameKeyOf = (tenant: string, name: string) => ({ pk: `SYSTEM#KEY-NAMES#${tenant}`, sk: nameDigest(name) });
  const listOf = (tenant: string) => `SYSTEM#KEYS#${tenant}`;

  /** False if the key has been removed in the meantime; its row is not recreated. */
  const noteUse = (id: string) =>
    table.update(
      keyOf(id),
      { lastUsedAt: now() },
      { when: { id: { equals: id }, lastUsedAt: { before: now() - LAST_USED_INTERVAL_MS + 1 } } },
    );

  return {
    /**
     * Creates a key and returns `key` this once; only its hash is stored. Null if the tenant has a key of this name,
     * ignoring case.
     */
    async create({ name, tenant, scopes }: { name: string; tenant: string; scopes: readonly ApiKeyScope[] }) {
      const id = newId().slice(0, 16);
      const key = `rrs_${id}_${Buffer.from(newId() + newId(), 'hex').toString('base64url')}`;
      const made: ApiKey = { id, name, scopes: [...scopes], createdAt: now(), lastUsedAt: null };
      const { lastUsedAt: _, ...row } = made;
      const place = { i1pk: listOf(tenant), i1sk: `${paddedTime(made.createdAt)}#${id}` };
      const hash = sha256Hex(key);
      const isMine = await table.transact([
        { put: { ...keyOf(id), ...place, ...row, tenant, hash }, when: 'absent' },
        { put: { ...nameKeyOf(tenant, name), id }, when: 'absent' },
      ]);
      return isMine ? { ...made, key } : null;
    },

    /** The holder of this key, or null. */
    async holderOf(key: string) {
      const id = FORM.exec(key)?.[1];
      if (id === undefined) return null;
      const item = await table.get(keyOf(id));
      if (item === undefined) return null;
      const { tenant, name, scopes, lastUsedAt, hash } = v.parse(StoredKey, item);
      if (!timingSafeEqual(sha256Bytes(key), Buffer.from(hash, 'hex'))) return null;
      if (lastUsedAt === null || now() - lastUsedAt >= LAST_USED_INTERVAL_MS) await noteUse(id);
      return { tenant, name, scopes };
    },

    /** A page of a tenant's keys, oldest first. */
    async page(tenant: string, { limit, after }: { limit: number; after: string | null }) {
      const list = { index: 'i1', pk: listOf(tenant), limit } as const;
      const { items, next } = await table.query({ ...list, ...(after !== null && { after }) });
      return { items: items.map((item) => v.parse(ApiKey, item)), next };
    },

    /** Rejected from the next request on; false if the tenant has no such key. */
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
const nameDigest = (name: string) => sha256Hex(name.normalize('NFKC').toLowerCase());
