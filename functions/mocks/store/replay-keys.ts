import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import { type ReplayKey, replayKeyOf, type SigningKey, signingKeyOf } from '../domain/replay-key.ts';

/** Interval at which processes read the keys again; a new key signs nothing before all of them know it. */
const RELOAD_MS = 60_000;
const ACTIVE_AFTER_MS = 2 * RELOAD_MS;
/** Delay of the next attempt after a fault: known keys stay in use. */
const RETRY_MS = 10_000;
/** The one that signs and the one before or after it. */
const MAX_KEYS = 2;
/** Applications whose signing keys a process remembers. */
const MAX_DERIVED = 1000;

const Row = v.object({ version: v.number(), sealed: v.string() });
/** Newest first. */
const Ring = v.array(v.object({ number: v.number(), key: v.string(), madeAt: v.number() }));
type Ring = v.InferOutput<typeof Ring>;

/**
 * The keys that sign the replayed requests of a tenant, at most two: made at first use, stored sealed in one row, pk
 * `T#<tenant>#REPLAY-KEYS`, sk `KEYS`, cached in memory, also while the row cannot be read. Applications have keys of
 * their own, which follow from these.
 */
export function replayKeys(
  { table, keys, now, newId }: Pick<World, 'table' | 'keys' | 'now' | 'newId'>,
  tenant: string,
) {
  const key = { pk: `T#${tenant}#REPLAY-KEYS`, sk: 'KEYS' };
  const context = { tenant: 'system', subject: 'replay-keys', field: tenant };
  let known: { ring: Ring; until: number } | undefined;
  /** Signing keys of applications, each of one key of the ring: deriving one takes as long as ten signatures. */
  const derived = new Map<string, { from: string; key: SigningKey }>();
  let loading: Promise<Ring> | undefined;

  /** The ids are random: two of them are the 32 bytes of a key. */
  const made = (number: number): Ring[number] => ({
    number,
    key: Buffer.from(newId() + newId(), 'hex').toString('base64url'),
    madeAt: now(),
  });

  /** Changes the keys; a change that returns them as they are writes nothing. */
  const change = (changed: (stored: Ring) => Ring): Promise<Ring> =>
    retryOnConflict(
      async () => {
        const row = await table.get(key);
        const before = row === undefined ? null : v.parse(Row, row);
        const current = before && v.parse(Ring, JSON.parse(await keys.open(before.sealed, context)));
        const after = changed(current ?? [made(1)]);
        if (after === current) return after;
        const sealed = await keys.seal(JSON.stringify(after), context);
        const isWritten = await table.put(
          { ...key, version: (before?.version ?? 0) + 1, sealed },
          { when: before === null ? 'absent' : { version: { equals: before.version } } },
        );
        return isWritten ? after : CONFLICT;
      },
      { subject: 'the keys of replays' },
    );

  async function look(): Promise<Ring> {
    const at = now();
    try {
      known = { ring: await change((ring) => ring), until: at + RELOAD_MS };
    } catch (fault) {
      if (known === undefined) throw fault;
      known.until = at + RETRY_MS;
    }
    return known.ring;
  }

  async function ring(): Promise<Ring> {
    if (known !== undefined && now() < known.until) return known.ring;
    loading ??= look().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  return {
    /** The key that signs replayed requests of an application. */
    async signing(appId: string): Promise<SigningKey> {
      const all = await ring();
      const signing = all.find(({ madeAt }) => now() >= madeAt + ACTIVE_AFTER_MS) ?? all.at(-1);
      if (signing === undefined) throw new Error('there is no key of replays');
      const last = derived.get(appId);
      if (last?.from === signing.key) return last.key;
      const key = signingKeyOf(replayKeyOf(appId, signing));
      if (derived.size >= MAX_DERIVED) derived.clear();
      derived.set(appId, { from: signing.key, key });
      return key;
    },

    /** The keys that an agent of the application verifies with, newest first. */
    async verifying(appId: string): Promise<ReplayKey[]> {
      return (await ring()).map((one) => replayKeyOf(appId, one));
    },

    /**
     * Makes a new key, which signs two minutes later, when every process knows it. The key before it stays valid until the
     * next rotation. Returns its number and when it signs (epoch ms). A key that does not sign yet is not followed by another.
     */
    async rotate(): Promise<{ number: number; signsAt: number }> {
      const [newest] = await change((current) => {
        const [latest] = current;
        const isPending = current.length > 1 && now() < (latest?.madeAt ?? 0) + ACTIVE_AFTER_MS;
        if (latest === undefined || isPending) return current;
        return [made(latest.number + 1), ...current].slice(0, MAX_KEYS);
      });
      if (newest === undefined) throw new Error('there is no key of replays');
      return { number: newest.number, signsAt: newest.madeAt + ACTIVE_AFTER_MS };
    },
  };
}
