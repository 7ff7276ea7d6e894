import * as v from 'valibot';
import type { World } from '../../platform/world.ts';
import { type DataKey, keyText, type Sealer, sealerOf } from '../domain/sealed/sealer.ts';

/** Interval at which processes read the keys again; a new key seals nothing before all of them know it. */
const RELOAD_MS = 60_000;
const ACTIVE_AFTER_MS = 2 * RELOAD_MS;
/** Delay of the next attempt after a fault: known keys stay in use. */
const RETRY_MS = 10_000;

const Row = v.object({ version: v.number(), sealed: v.string() });
const Ring = v.array(v.object({ number: v.number(), key: v.string(), madeAt: v.number() }));
type Ring = v.InferOutput<typeof Ring>;

/** A ring as its row holds it. */
interface StoredRing {
  version: number;
  /** Newest first. */
  ring: Ring;
}

export type RecordingKeys = ReturnType<typeof recordingKeys>;

/**
 * The data keys that seal the credentials in a tenant's recordings and results: made at first use, stored sealed in one
 * row, pk `T#<tenant>#RECORDING-KEYS`, sk `KEYS`, cached in memory, also while the row cannot be read. Opening them needs the master keys, or the right to the
 * KMS key.
 */
export function recordingKeys(
  { table, keys, now, newId }: Pick<World, 'table' | 'keys' | 'now' | 'newId'>,
  tenant: string,
) {
  const key = { pk: `T#${tenant}#RECORDING-KEYS`, sk: 'KEYS' };
  /** The stack grants access to this subject only to the functions that take in, send and compare recordings. */
  const context = { tenant: 'system', subject: 'recording-keys', field: tenant };
  let known: { sealer: Sealer; until: number } | undefined;
  let loading: Promise<Sealer> | undefined;

  async function stored(): Promise<StoredRing | null> {
    const row = await table.get(key);
    if (row === undefined) return null;
    const { version, sealed } = v.parse(Row, row);
    return { version, ring: v.parse(Ring, JSON.parse(await keys.open(sealed, context))) };
  }

  /** False if the row has changed since `before` was read. */
  async function write(before: StoredRing | null, ring: Ring): Promise<boolean> {
    const sealed = await keys.seal(JSON.stringify(ring), context);
    return table.put(
      { ...key, version: (before?.version ?? 0) + 1, sealed },
      { when: before === null ? 'absent' : { version: { equals: before.version } } },
    );
  }

  /** The ids are random: two of them are the 32 bytes of a key. */
  const made = (number: number): Ring[number] => ({
    number,
    key: Buffer.from(newId() + newId(), 'hex').toString('base64url'),
    madeAt: now(),
  });

  async function look(): Promise<Sealer> {
    try {
      return await load();
    } catch (fault) {
      if (known === undefined) throw fault;
      known.until = now() + RETRY_MS;
      return known.sealer;
    }
  }

  async function load(): Promise<Sealer> {
    const at = now();
    const found = await stored();
    // If two processes make one concurrently, the first one wins.
    if (found === null) {
      await write(null, [made(1)]);
      return load();
    }
    const sealer = sealerOf(keyText(inUse(found.ring, at)));
    known = { sealer: known?.sealer.keys === sealer.keys ? known.sealer : sealer, until: at + RELOAD_MS };
    return known.sealer;
  }

  return {
    /** What seals and opens; its `keys` are for jobs. */
    async sealer(): Promise<Sealer> {
      if (known !== undefined && now() < known.until) return known.sealer;
      loading ??= look().finally(() => {
        loading = undefined;
      });
      return loading;
    },
  };
}

/** The keys, the sealing one first: the newest that every process knows. */
function inUse(ring: Ring, now: number): DataKey[] {
  const sealing = ring.find(({ madeAt }) => now >= madeAt + ACTIVE_AFTER_MS) ?? ring.at(-1);
  if (sealing === undefined) throw new Error('there is no data key');
  return [sealing, ...ring.filter((one) => one !== sealing)];
}
