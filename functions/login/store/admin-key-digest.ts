import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { sha256Bytes, sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';

const KEY = { pk: partitionOf('adminKey'), sk: 'DIGEST' };
const Row = v.object({ digest: v.string() });

/** A digest that was read counts for so long, so that the key before is refused soon after it was replaced. */
const MAX_AGE_MS = 60_000;
/** The same while there is none: a new deployment stores it within a minute. */
const MAX_ABSENT_MS = 5_000;

/** The SHA-256 digest of the admin key; null where there is no such key. */
export type AdminDigest = () => Promise<Uint8Array | null>;

/** The digest of a key that this process has in its settings. */
export function digestOfSetting(adminKey: string | null): AdminDigest {
  const digest = Promise.resolve(adminKey === null ? null : sha256Bytes(adminKey));
  return () => digest;
}

/**
 * The digest that another function has stored (docs/decisions/030-one-function-has-the-admin-key.md), read once a
 * minute.
 */
export function storedAdminDigest({ table, elapsed }: Pick<World, 'table' | 'elapsed'>): AdminDigest {
  let read: { digest: Uint8Array | null; until: number } | null = null;
  return async () => {
    if (read !== null && elapsed() < read.until) return read.digest;
    const row = await table.get(KEY);
    const digest = row === undefined ? null : Buffer.from(v.parse(Row, row).digest, 'hex');
    read = { digest, until: elapsed() + (digest === null ? MAX_ABSENT_MS : MAX_AGE_MS) };
    return digest;
  };
}

/**
 * Stores the digest of the admin key, if another one is stored; true if it was. The key has 48 random characters, which
 * its digest does not reveal.
 */
export async function storeAdminDigest({ table }: Pick<World, 'table'>, adminKey: string): Promise<boolean> {
  const digest = sha256Hex(adminKey);
  const row = await table.get(KEY);
  if (row !== undefined && v.parse(Row, row).digest === digest) return false;
  return table.put({ ...KEY, digest });
}
