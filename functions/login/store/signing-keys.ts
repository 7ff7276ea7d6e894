import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';

const KEY = { pk: partitionOf('loginKeys'), sk: 'SIGNING-KEYS' };
const CONTEXT = { tenant: 'system', subject: 'signing-keys', field: 'keys' };

/**
 * Age at which a key is replaced; the previous one stays known for as long again, far beyond the lifetime of its
 * signatures.
 */
const ROTATE_MS = 30 * 86_400_000;
/** Interval at which processes reload keys; a new key signs nothing before all of them know it. */
const RELOAD_MS = 300_000;
const ACTIVE_AFTER_MS = 2 * RELOAD_MS;
/** Delay of the next attempt after a fault: only that caller waits for a table that is down. */
const RETRY_MS = 10_000;
const MAX_KEYS = 2;

const StoredKey = v.object({
  kid: v.string(),
  createdAt: v.number(),
  /** The private key (RFC 7517, P-256). */
  jwk: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), d: v.string() }),
});
type StoredKey = v.InferOutput<typeof StoredKey>;

const Row = v.object({ version: v.number(), sealed: v.string() });
const Ring = v.array(StoredKey);

interface LoadedKey {
  kid: string;
  createdAt: number;
  signing: CryptoKey;
  verifying: CryptoKey;
}

export type SigningKeys = ReturnType<typeof signingKeys>;

/**
 * Manages the keys of access tokens (ES256), newest first: created by the service, stored sealed in one row, pk
 * `SYSTEM#LOGIN`, sk `SIGNING-KEYS`, cached in memory, replaced one at a time. Cached keys stay in use while the row
 * cannot be read.
 */
export function signingKeys({ table, keys, log, now, newId }: Pick<World, 'table' | 'keys' | 'log' | 'now' | 'newId'>) {
  let known: readonly LoadedKey[] | undefined;
  let nextLookAt = 0;
  let looking: Promise<readonly LoadedKey[]> | undefined;

  async function load(): Promise<readonly LoadedKey[]> {
    const row = await table.get(KEY);
    const { version, sealed } = row ? v.parse(Row, row) : { version: 0, sealed: null };
    const stored = sealed === null ? [] : v.parse(Ring, JSON.parse(await keys.open(sealed, CONTEXT)));
    const [newest] = stored;
    if (newest && now() < newest.createdAt + ROTATE_MS) return Promise.all(stored.map(loaded));

    const ring = [await made(), ...stored].slice(0, MAX_KEYS);
    const next = { ...KEY, version: version + 1, sealed: await keys.seal(JSON.stringify(ring), CONTEXT) };
    const won = await table.put(next, { when: row ? { version: { equals: version } } : 'absent' });
    return won ? Promise.all(ring.map(loaded)) : load();
  }

  async function made(): Promise<StoredKey> {
    // The port returns hex digits, so the library that uses the key pair creates it.
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    return v.parse(StoredKey, { kid: newId().slice(0, 16), createdAt: now(), jwk: await exportJWK(privateKey) });
  }

  async function look(): Promise<readonly LoadedKey[]> {
    const at = now();
    try {
      known = await load();
      nextLookAt = at + RELOAD_MS;
    } catch (fault) {
      if (known === undefined) throw fault;
      nextLookAt = at + RETRY_MS;
      log.warn('signing keys could not be read again', { outcome: 'KNOWN_ONES_SERVE' });
    }
    return known;
  }

  async function currentRing(): Promise<readonly LoadedKey[]> {
    if (known !== undefined && now() < nextLookAt) return known;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** The current signing key. */
    async signing(): Promise<{ kid: string; key: CryptoKey }> {
      const all = await currentRing();
      const { kid, signing } = all.find(({ createdAt }) => now() >= createdAt + ACTIVE_AFTER_MS) ?? lastOf(all);
      return { kid, key: signing };
    },

    /** Finds keys by id in memory only, so that a forged id costs nothing. */
    async verifying(): Promise<(kid: string) => CryptoKey | undefined> {
      const all = await currentRing();
      return (kid) => all.find((one) => one.kid === kid)?.verifying;
    },
  };
}

/** The only one, before another had time to be created. */
function lastOf(ring: readonly LoadedKey[]): LoadedKey {
  const last = ring.at(-1);
  if (last === undefined) throw new Error('there is no signing key');
  return last;
}

async function loaded({ kid, createdAt, jwk }: StoredKey): Promise<LoadedKey> {
  const { d: _, ...publicJwk } = jwk;
  const [signing, verifying] = await Promise.all([importJWK(jwk, 'ES256'), importJWK(publicJwk, 'ES256')]);
  if (signing instanceof Uint8Array || verifying instanceof Uint8Array) throw new Error('a signing key is invalid');
  return { kid, createdAt, signing, verifying };
}
