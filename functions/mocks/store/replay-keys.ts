import * as v from 'valibot';
import { newRingKey, RingKey } from '../../platform/table/ring-key.ts';
import { sealedRow } from '../../platform/table/sealed-row.ts';
import { reloadedValue } from '../../platform/time/reloaded-value.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
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

/**
 * The keys that sign the replayed requests of a tenant, at most two: made at first use, stored sealed in one row, pk
 * `T#<tenant>#REPLAY-KEYS`, sk `KEYS`, cached in memory, also while the row cannot be read. Applications have keys of
 * their own, which follow from these.
 */
export function replayKeys(world: Pick<World, 'table' | 'keys' | 'now' | 'newId'>, tenant: string) {
  const { now } = world;
  const { change } = sealedRow(world, {
    key: { pk: partitionOf('replayKeys', tenant), sk: 'KEYS' },
    context: { tenant: 'system', subject: 'replay-keys', field: tenant },
    schema: v.array(RingKey),
    first: () => [newRingKey(1, world)],
    subject: 'the keys of replays',
  });
  /** Newest first. */
  const ring = reloadedValue(() => change((current) => current), { now, everyMs: RELOAD_MS, retryMs: RETRY_MS });
  /** Signing keys of applications, each of one key of the ring: deriving one takes as long as ten signatures. */
  const derived = new Map<string, { from: string; key: SigningKey }>();

  return {
    /** The key that signs replayed requests of an application. */
    async signing(appId: string): Promise<SigningKey> {
      const all = await ring.get();
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
      return (await ring.get()).map((one) => replayKeyOf(appId, one));
    },

    /**
     * Makes a new key, which signs two minutes later, when every process knows it. The key before it stays valid until
     * the next rotation. Returns its number and when it signs (epoch ms). A key that does not sign yet is not followed
     * by another.
     */
    async rotate(): Promise<{ number: number; signsAt: number }> {
      const [newest] = await change((current) => {
        const [latest] = current;
        const isPending = current.length > 1 && now() < (latest?.madeAt ?? 0) + ACTIVE_AFTER_MS;
        if (latest === undefined || isPending) return current;
        return [newRingKey(latest.number + 1, world), ...current].slice(0, MAX_KEYS);
      });
      if (newest === undefined) throw new Error('there is no key of replays');
      return { number: newest.number, signsAt: newest.madeAt + ACTIVE_AFTER_MS };
    },
  };
}
