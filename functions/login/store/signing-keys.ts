import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import * as v from 'valibot';
import type { World } from '../../platform/world.ts';

const KEY = { pk: 'SYSTEM#LOGIN', sk: 'SIGNING-KEYS' };
const CONTEXT = { tenant: 'system', subject: 'signing-keys', field: 'keys' };

/** A key is replaced after so long; the one before it is known for as long again, far beyond the life of what it signed. */
const ROTATE_MS = 30 * 86_400_000;
/** Processes look for new keys so often, and so a new key signs nothing before all of them know it. */
const RELOAD_MS = 300_000;
const ACTIVE_AFTER_MS = 2 * RELOAD_MS;
/** After a fault the next try comes so late: nobody waits for a table that is down but the one who tries. */
const RETRY_MS = 10_000;
const MOST_KEYS = 2;

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
 * Keys of access tokens (ES256), the newest first: made by the service, kept sealed in one row, pk `SYSTEM#LOGIN`, sk `SIGNING-KEYS`,
 * known in memory, replaced one at a time. Those in memory serve on while they cannot be read again.
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

    const ring = [await made(), ...stored].slice(0, MOST_KEYS);
    const next = { ...KEY, version: version + 1, sealed: await keys.seal(JSON.stringify(ring), CONTEXT) };
    const won = await table.put(next, { when: row ? { version: { equals: version } } : 'absent' });
    return won ? Promise.all(ring.map(loaded)) : load();
  }

  async function made(): Promise<StoredKey> {
    // The port gives hex digits; a key pair is made by the library that uses it.
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

  async function ring(): Promise<readonly LoadedKey[]> {
    if (known !== undefined && now() < nextLookAt) return known;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** The key that signs now. */
    async signing(): Promise<{ kid: string; key: CryptoKey }> {
      const all = await ring();
      const { kid, signing } = all.find(({ createdAt }) => now() >= createdAt + ACTIVE_AFTER_MS) ?? lastOf(all);
      return { kid, key: signing };
    },

    /** Finds keys by their ids in memory alone, so that a made-up id costs nothing. */
    async verifying(): Promise<(kid: string) => CryptoKey | undefined> {
      const all = await ring();
      return (kid) => all.find((one) => one.kid === kid)?.verifying;
    },
  };
}

/** The only one, before there has been time for another. */
function lastOf(ring: readonly LoadedKey[]): LoadedKey {
  const last = ring.at(-1);
  if (last === undefined) throw new Error('there is no signing key');
  return last;
}

async function loaded({ kid, createdAt, jwk }: StoredKey): Promise<LoadedKey> {
  const { d: _, ...publicJwk } = jwk;
  const [signing, verifying] = await Promise.all([importJWK(jwk, 'ES256'), importJWK(publicJwk, 'ES256')]);
  if (signing instanceof Uint8Array || verifying instanceof Uint8Array) throw new Error('a signing key is none');
  return { kid, createdAt, signing, verifying };
}
