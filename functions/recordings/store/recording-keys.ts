import { exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';
import { newRingKey, RingKey } from '../../platform/table/ring-key.ts';
import { sealedRow } from '../../platform/table/sealed-row.ts';
import { reloadedValue } from '../../platform/time/reloaded-value.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import { ALGORITHM, openFileKey, PrivateJwk, type PublicJwk, publicJwkOf } from '../domain/sealed/file-keys.ts';
import { type KnownCredentials, knownCredentials } from '../domain/sealed/known-credentials.ts';
import { type DataKey, keyText, MAX_KEY_NUMBER, type Sealer, sealerOf } from '../domain/sealed/sealer.ts';

/** Interval at which processes read the keys again; a new key seals nothing before all of them know it. */
const RELOAD_MS = 60_000;
const ACTIVE_AFTER_MS = 2 * RELOAD_MS;
/** Delay of the next attempt after a fault: known keys stay in use. */
const RETRY_MS = 10_000;

const Keys = v.object({
  /** Newest first. */
  ring: v.array(RingKey),
  /** The key pair of recordings that are kept in files. */
  pair: v.nullable(PrivateJwk),
  /** Whether every sealed case has a code (case-seal.ts); keys of earlier versions do not say so. */
  requiresCodes: v.optional(v.boolean(), false),
});
type Keys = v.InferOutput<typeof Keys>;

export type RecordingKeys = ReturnType<typeof recordingKeys>;

/**
 * The data keys that seal the credentials in a tenant's recordings and results: made at first use, stored sealed in one
 * row, pk `T#<tenant>#RECORDING-KEYS`, sk `KEYS`, cached in memory, also while the row cannot be read. Opening them
 * needs the master keys, or the right to the KMS key.
 */
export function recordingKeys(world: Pick<World, 'table' | 'keys' | 'now' | 'newId'>, tenant: string) {
  const { now, newId } = world;
  const { stored, change } = sealedRow(world, {
    key: { pk: partitionOf('recordingKeys', tenant), sk: 'KEYS' },
    // The stack grants access to this subject only to the functions that take in, send and compare recordings.
    context: { tenant: 'system', subject: 'recording-keys', field: tenant },
    schema: Keys,
    first: () => ({ ring: [newRingKey(1, world)], pair: null, requiresCodes: true }),
    subject: 'the keys of recordings',
  });
  /** Credentials of cases that this process has taken in, sealed under these keys. */
  let taken: { keys: string; credentials: KnownCredentials } | undefined;

  const sealers = reloadedSealer(() => change((current) => current), tenant, now);

  return {
    /** What seals and opens; its `keys` are for jobs. */
    sealer: sealers.get,

    /**
     * Credentials of the cases that this process took in lately, as these keys seal them: a recorder sends the login of
     * a session earlier than the requests after it.
     */
    credentialsUnder(keys: string): KnownCredentials {
      if (taken?.keys !== keys) taken = { keys, credentials: knownCredentials() };
      return taken.credentials;
    },

    /** Whether cases of earlier versions may lack codes (case-seal.ts). */
    async lacksCodes(): Promise<boolean> {
      const found = await stored();
      return found !== null && !found.requiresCodes;
    },

    /** Notes that every sealed case has a code, so that from now on one without is foreign to the service. */
    async requireCodes(): Promise<void> {
      await change((current) => (current.requiresCodes ? current : { ...current, requiresCodes: true }));
      sealers.forget();
    },

    /** The public key that recordings in files are sealed to; made at first use. */
    async publicKey(): Promise<PublicJwk> {
      const { pair } = await change(async (current) =>
        current.pair === null ? { ...current, pair: await madePair(newId().slice(0, 16)) } : current,
      );
      if (pair === null) throw new Error('there is no key pair');
      return publicJwkOf(pair);
    },

    /** The data keys of recordings in files by their sealed form; those sealed to another key are absent. */
    async fileKeys(sealedKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return openedKeys(sealedKeys, sealedKeys.length > 0 ? ((await stored())?.pair ?? null) : null);
    },

    /**
     * Makes a new data key, which seals two minutes later, when every process knows it; older keys still open. Returns
     * its number and when it seals (epoch ms). A key that does not seal yet is not followed by another.
     */
    async rotate(): Promise<{ number: number; sealsAt: number }> {
      const { ring } = await change((current) => withNewKey(current, world));
      const [newest] = ring;
      if (newest === undefined) throw new Error('there is no data key');
      return { number: newest.number, sealsAt: newest.madeAt + ACTIVE_AFTER_MS };
    },
  };
}

/** The sealer of the keys in use; the same object as before if they have not changed. */
const reloadedSealer = (current: () => Promise<Keys>, tenant: string, now: () => number) =>
  reloadedValue<Sealer>(
    async (known) => {
      const at = now();
      const { ring, requiresCodes } = await current();
      const sealer = sealerOf(keyText(inUse(ring, at), { tenant, requiresCodes }));
      return known?.keys === sealer.keys ? known : sealer;
    },
    { now, everyMs: RELOAD_MS, retryMs: RETRY_MS },
  );

function withNewKey(current: Keys, world: Pick<World, 'now' | 'newId'>): Keys {
  const [newest] = current.ring;
  const isPending = current.ring.length > 1 && world.now() < (newest?.madeAt ?? 0) + ACTIVE_AFTER_MS;
  if (newest === undefined || isPending) return current;
  return { ...current, ring: [newRingKey((newest.number % MAX_KEY_NUMBER) + 1, world), ...current.ring] };
}

async function openedKeys(
  sealedKeys: readonly string[],
  pair: PrivateJwk | null,
): Promise<ReadonlyMap<string, string>> {
  const opened = await Promise.all(
    sealedKeys.map(async (sealed) => [sealed, pair && (await openFileKey(sealed, pair))] as const),
  );
  return new Map(opened.flatMap(([sealed, keys]) => (keys === null ? [] : [[sealed, keys]])));
}

/** The port returns hex digits, so the library that uses the key pair creates it. */
async function madePair(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true });
  return v.parse(PrivateJwk, { ...(await exportJWK(privateKey)), kid });
}

/** The keys, the sealing one first: the newest that every process knows. */
function inUse(ring: readonly RingKey[], now: number): DataKey[] {
  const sealing = ring.find(({ madeAt }) => now >= madeAt + ACTIVE_AFTER_MS) ?? ring.at(-1);
  if (sealing === undefined) throw new Error('there is no data key');
  return [sealing, ...ring.filter((one) => one !== sealing)];
}
