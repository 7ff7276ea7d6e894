import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { bound } from '../../platform/table/bound.ts';
import { rememberedReads } from '../../platform/table/remembered-reads.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { watchOrAge } from '../../platform/table/row-watch.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import { sha256Bytes, sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';
import { isPreviousValid, isValid, memberKeyName } from '../domain/api-key.ts';

const ApiKeyScope = v.picklist(API_KEY_SCOPES);
const TimeOrNone = v.optional(v.nullable(v.number()), null);

const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(ApiKeyScope),
  /** Epoch ms. */
  createdAt: v.number(),
  /** Who created it, as the audit log names them; null for keys of members and those that do not have it stored. */
  createdBy: v.optional(v.nullable(v.string()), null),
  /** Epoch ms, at most a minute behind; null before the first use. */
  lastUsedAt: TimeOrNone,
  /** Refused from then on, epoch ms; null: valid until removed. Not `expiresAt`, which would remove the row. */
  validUntil: TimeOrNone,
  /** Time of the latest rotation, epoch ms. */
  rotatedAt: TimeOrNone,
  /** Until when the secret before that rotation is valid, epoch ms. */
  previousValidUntil: TimeOrNone,
});
/** A key as lists show it. */
export type ApiKey = v.InferOutput<typeof ApiKey>;

/** A member, by digest, in the era in which the key was created: a new era ends it like their sessions. */
const KeyOwner = v.object({ digest: v.string(), era: v.string() });
export type KeyOwner = v.InferOutput<typeof KeyOwner>;

const StoredKey = v.object({
  ...ApiKey.entries,
  tenant: v.string(),
  /** SHA-256 of the whole key, hex. */
  hash: v.string(),
  /** The member whose rights the key has; absent: the key has its own scopes. */
  owner: v.optional(KeyOwner),
  previousHash: v.optional(v.string()),
});
type StoredKey = v.InferOutput<typeof StoredKey>;
export type ApiKeyScope = v.InferOutput<typeof ApiKeyScope>;

interface NewKey {
  name: string;
  tenant: string;
  scopes: readonly ApiKeyScope[];
  /** A name of the audit log of this tenant; null by default. */
  createdBy?: string | null;
  /** Null: valid until removed. */
  validUntil?: number | null;
}

interface Rotation {
  /** How long the secret of before stays valid. */
  overlapMs: number;
  /** The end of the key; unchanged by default. */
  validUntil?: number | null;
}

interface MemberKey {
  tenant: string;
  scopes: readonly ApiKeyScope[];
  owner: KeyOwner;
  /** Epoch ms. */
  validUntil: number;
}

const LatestKey = v.object({ id: v.string() });

const ID = /^[0-9a-f]{16}$/;
const FORM = /^rrs_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/** Minimum interval between recorded uses. */
const LAST_USED_INTERVAL_MS = 60_000;

/** Maximum keys that a process remembers. */
const MAX_KNOWN = 1000;
/** How long a key is remembered where the table does not tell what has changed. @internal */
export const MAX_KEY_AGE_MS = 1000;

/** What the store is made of. */
interface KeyStoreParts extends Pick<World, 'table' | 'now' | 'elapsed' | 'newId'> {
  log: Pick<World['log'], 'warn'>;
}

/** What the store works with. */
interface KeyRows extends KeyStoreParts {
  /** Keys whose use is being noted: requests side by side write once. */
  noting: Set<string>;
  /** Keys that were used lately, as they are stored. */
  remembered: ReturnType<typeof rememberedReads<StoredKey | undefined>>;
}

/**
 * Stores API keys `rrs_<id>_<secret>` (facts: auth): pk `SYSTEM#KEY#<id>`, sk `KEY`; not under a tenant, since a key is
 * looked up before its tenant is known. Index i1 lists a tenant's keys by creation time; pk
 * `SYSTEM#KEY-NAMES#<tenant>`, sk the name's digest, reserves a name for one key, since the audit log identifies
 * callers by name. A key of a member is removed when it expires; sk `OWNER#<digest>` there names their latest one.
 */
export function apiKeyStore(given: KeyStoreParts) {
  const watched = watchOrAge(given.table, given.elapsed, MAX_KEY_AGE_MS);
  const remembered = rememberedReads<StoredKey | undefined>(watched, MAX_KNOWN);
  const rows: KeyRows = { ...given, noting: new Set(), remembered };
  return bound(rows, { create, createForMember, holderOf, page, rotate, remove });
}

const keyOf = (id: string) => ({ pk: partitionOf('apiKeys', id), sk: 'KEY' });

const nameKeyOf = (tenant: string, name: string) => ({ pk: partitionOf('apiKeyNames', tenant), sk: nameDigest(name) });

const ownerKeyOf = (tenant: string, digest: string) => ({
  pk: partitionOf('apiKeyNames', tenant),
  sk: `OWNER#${digest}`,
});

const listOf = (tenant: string) => partitionOf('apiKeyLists', tenant);

const newSecret = (keys: KeyRows, id: string) =>
  `rrs_${id}_${Buffer.from(keys.newId() + keys.newId(), 'hex').toString('base64url')}`;

/** Notes a use without keeping the request waiting; a note that fails is made at a later use. */
function noteUse(keys: KeyRows, row: StoredKey): void {
  const { id } = row;
  if (keys.noting.has(id)) return;
  keys.noting.add(id);
  const lastUsedAt = keys.now();
  // A key that was removed in the meantime is not recreated.
  const when = { id: { equals: id }, lastUsedAt: { before: lastUsedAt - LAST_USED_INTERVAL_MS + 1 } };
  void keys.table
    .update(keyOf(id), { lastUsedAt }, { when })
    .then(() => {
      // A row that is still remembered would have each of its uses noted.
      row.lastUsedAt = lastUsedAt;
    })
    .catch(() => keys.log.warn('last use of an API key not stored', { key: id }))
    .finally(() => keys.noting.delete(id));
}

/**
 * Creates a key and returns `key` this once; only its hash is stored. Null if the tenant has a key of this name,
 * ignoring case.
 */
async function create(keys: KeyRows, { name, tenant, scopes, createdBy = null, validUntil = null }: NewKey) {
  const id = keys.newId().slice(0, 16);
  const key = newSecret(keys, id);
  const unused = { lastUsedAt: null, rotatedAt: null, previousValidUntil: null };
  const row = { id, name, scopes: [...scopes], createdAt: keys.now(), createdBy, validUntil };
  const made: ApiKey = { ...row, ...unused };
  const indexKeys = { i1pk: listOf(tenant), i1sk: `${paddedTime(made.createdAt)}#${id}` };
  const hash = sha256Hex(key);
  const isMine = await keys.table.transact([
    { put: { ...keyOf(id), ...indexKeys, ...row, tenant, hash }, when: 'absent' },
    { put: { ...nameKeyOf(tenant, name), id }, when: 'absent' },
  ]);
  return isMine ? { ...made, key } : null;
}

/**
 * Creates the key of a member, which replaces their previous one, and returns `key` this once. It has the rights of
 * the member until `validUntil`, epoch ms; its scopes are the current ones.
 */
async function createForMember(keys: KeyRows, { tenant, scopes, owner, validUntil }: MemberKey) {
  const id = keys.newId().slice(0, 16);
  const key = newSecret(keys, id);
  const name = memberKeyName(owner.digest);
  const unused = { lastUsedAt: null, rotatedAt: null, previousValidUntil: null };
  // The table has no address of a member's key in clear.
  const row = { id, name, scopes: [...scopes], createdAt: keys.now(), createdBy: null, validUntil };
  const indexKeys = { i1pk: listOf(tenant), i1sk: `${paddedTime(row.createdAt)}#${id}` };
  const stored = { ...keyOf(id), ...indexKeys, ...row, tenant, owner, hash: sha256Hex(key), expiresAt: validUntil };
  const latest = { ...ownerKeyOf(tenant, owner.digest), id, expiresAt: validUntil };
  return retryOnConflict(
    async () => {
      const before = v.parse(v.optional(LatestKey), await keys.table.get(latest));
      const isMine = await keys.table.transact([
        { put: stored, when: 'absent' },
        { put: latest, when: before ? { id: { equals: before.id } } : 'absent' },
        ...(before ? [{ remove: keyOf(before.id) }] : []),
      ]);
      return isMine ? { ...row, ...unused, key } : CONFLICT;
    },
    { subject: 'the key of the member' },
  );
}

/**
 * The holder of this key; null if there is none, or its secret is not valid any more. A key that was used lately is not
 * read again while its row is as it was: the standalone table knows that at once, and on AWS a row is used for up to a
 * second.
 */
async function holderOf(keys: KeyRows, key: string) {
  const id = FORM.exec(key)?.[1];
  if (id === undefined) return null;
  const digest = sha256Bytes(key);
  let isRead = false;
  const read = () => {
    isRead = true;
    return storedKey(keys, id);
  };
  const known = await keys.remembered(id, read, (found) => found !== undefined);
  // A secret of a rotation that this process has not seen yet is refused only after a read.
  const row = isRead || (known && accepts(known, digest, keys.now())) ? known : await read();
  if (row === undefined || !accepts(row, digest, keys.now())) return null;
  const { tenant, name, scopes, owner, lastUsedAt } = row;
  if (lastUsedAt === null || keys.now() - lastUsedAt >= LAST_USED_INTERVAL_MS) noteUse(keys, row);
  return { tenant, name, scopes, ...(owner && { owner }) };
}

const storedKey = async (keys: KeyRows, id: string) => v.parse(v.optional(StoredKey), await keys.table.get(keyOf(id)));

/** Whether a key has the secret with this digest, and that secret is valid. */
const accepts = ({ hash, previousHash, ...validity }: StoredKey, digest: Uint8Array, now: number): boolean =>
  (isHash(digest, hash) && isValid(validity, now)) ||
  (previousHash !== undefined && isHash(digest, previousHash) && isPreviousValid(validity, now));

/** A page of a tenant's keys, oldest first. */
async function page(keys: KeyRows, tenant: string, { limit, after }: { limit: number; after: string | null }) {
  const list = { index: 'i1', pk: listOf(tenant), limit } as const;
  const { items, next } = await keys.table.query({ ...list, ...(after !== null && { after }) });
  return { items: items.map((item) => v.parse(ApiKey, item)), next };
}

/**
 * Gives a key a new secret, which is returned this once; the one before stays valid for the overlap, and none
 * before that. Null if the tenant has no such key; EXPIRED if the key would end before it begins.
 */
async function rotate(keys: KeyRows, tenant: string, id: string, { overlapMs, validUntil }: Rotation) {
  if (!ID.test(id)) return null;
  const key = newSecret(keys, id);
  return retryOnConflict(
    async () => {
      const item = await keys.table.get(keyOf(id));
      const stored = item && v.parse(StoredKey, item);
      if (stored?.tenant !== tenant) return null;
      const rotated = {
        validUntil: validUntil === undefined ? stored.validUntil : validUntil,
        rotatedAt: keys.now(),
        previousValidUntil: overlapMs > 0 && isValid(stored, keys.now()) ? keys.now() + overlapMs : null,
      };
      if (!isValid(rotated, keys.now())) return 'EXPIRED' as const;
      const previousHash = rotated.previousValidUntil === null ? undefined : stored.hash;
      const change = { ...rotated, hash: sha256Hex(key), previousHash };
      const isMine = await keys.table.update(keyOf(id), change, { when: { hash: { equals: stored.hash } } });
      return isMine ? { ...v.parse(ApiKey, { ...stored, ...rotated }), key } : CONFLICT;
    },
    { subject: 'the key' },
  );
}

/** Rejected from the next request on, on AWS within a second; null if the tenant has no such key. */
async function remove(keys: KeyRows, tenant: string, id: string): Promise<Pick<ApiKey, 'name'> | null> {
  const row = ID.test(id) ? await keys.table.get(keyOf(id)) : undefined;
  if (row === undefined) return null;
  const { name } = v.parse(StoredKey, row);
  const isRemoved = await keys.table.transact([
    { remove: keyOf(id), when: { tenant: { equals: tenant } } },
    { remove: nameKeyOf(tenant, name) },
  ]);
  return isRemoved ? { name } : null;
}

/** Compares in constant time. */
const isHash = (digest: Uint8Array, hash: string): boolean => timingSafeEqual(digest, Buffer.from(hash, 'hex'));

/** The same for names that look alike; short whatever the name is. */
const nameDigest = (name: string) => sha256Hex(name.normalize('NFKC').toLowerCase());
