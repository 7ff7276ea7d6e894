import { largeValues } from '../../platform/table/large-value.ts';
import type { Blobs, Changes, Condition, Queue, Table, World } from '../../platform/world.ts';
import type { Delivery, TerminalState } from '../domain/delivery.ts';
import { deliveryKey, deliveryOf, messageOf } from './delivery-rows.ts';

/** How long a claim holds: an attempt ends well before (connect 3 s, exchange 15 s). */
export const LEASE_MS = 60_000;
/** The most that the queue delays a message; what waits longer is delayed again. */
const MOST_DELAY_MS = 900_000;

export type DeliveryClaims = ReturnType<typeof deliveryClaims>;

/**
 * The claim protocol (facts: delivery 3.2): NEW -> CLAIMED -> POSTING -> an end. Every step is conditional on the one before, so that
 * of any number of workers with any number of copies of a message one goes on; false or undefined means that it is another's.
 */
export function deliveryClaims({
  table,
  blobs,
  queue,
  now,
  newId,
}: { table: Table; blobs: Blobs; queue: Queue } & Pick<World, 'now' | 'newId'>) {
  const large = largeValues(blobs);
  const change = (delivery: Delivery, set: Changes, when: Condition, prompt = false) =>
    table.update(deliveryKey(delivery), set, { when, prompt });
  const asRead = ({ state, claim, attempts, notBefore }: Delivery) => ({
    state: { equals: state },
    claim: { equals: claim },
    // A delivery that was taken, tried and put back meanwhile is NEW again, and yet another.
    attempts: { equals: attempts },
    notBefore: { equals: notBefore },
  });
  const free = { state: 'NEW', claim: null, leaseUntil: 0 } as const;

  /** Moves a delivery on under a claim; a write that a driver has repeated fails though its first try was ours. */
  async function move<S extends Changes & Pick<Delivery, 'state' | 'claim'>>(
    delivery: Delivery,
    set: S,
    prompt = false,
  ) {
    if (await change(delivery, set, asRead(delivery), prompt)) return true;
    const latest = deliveryOf(await table.get(deliveryKey(delivery)));
    return latest?.state === set.state && latest.claim === set.claim;
  }

  /** Puts a message in line that is due at once, or at `at` (at most MOST_DELAY_MS from now). */
  async function wake(delivery: Delivery, at: number = now()): Promise<void> {
    await queue.send(messageOf(delivery), { delaySeconds: Math.ceil(Math.max(at - now(), 0) / 1000) });
  }

  const messageDue = (notBefore: number) => Math.min(notBefore, now() + MOST_DELAY_MS);

  /** The row first: a message that is lost after it is made up for by the sweeper. */
  async function release(
    delivery: Delivery,
    set: Pick<Delivery, 'notBefore' | 'attempts' | 'httpStatus'>,
  ): Promise<boolean> {
    const wakeAt = messageDue(set.notBefore);
    const released = await change(delivery, { ...free, ...set, wakeAt }, asRead(delivery));
    if (released) await wake(delivery, wakeAt);
    return released;
  }

  return {
    wake,

    /**
     * Sees to the next message of a delivery whose time has not come: one more where the queue could not delay the last one long
     * enough, none where one is on its way. A copy of an early message therefore never makes another message.
     */
    async relay(delivery: Delivery): Promise<void> {
      if (delivery.wakeAt > now()) return;
      const wakeAt = messageDue(delivery.notBefore);
      const isFirst = { ...asRead(delivery), wakeAt: { equals: delivery.wakeAt } };
      if (await change(delivery, { wakeAt }, isFirst)) await wake(delivery, wakeAt);
    },

    /** Makes a message for a delivery that has lost its own; of sweeps at one moment one does. */
    async renew(delivery: Delivery): Promise<void> {
      const isFirst = { ...asRead(delivery), sweptAt: { equals: delivery.sweptAt } };
      if (await change(delivery, { sweptAt: now() }, isFirst)) await wake(delivery);
    },

    /** Takes a delivery that is NEW, or whose claim has run out. */
    async claim(delivery: Delivery): Promise<Delivery | undefined> {
      const claimed = {
        state: 'CLAIMED',
        claim: newId(),
        leaseUntil: now() + LEASE_MS,
        firstAttemptAt: delivery.firstAttemptAt ?? now(),
      } as const;
      return (await move(delivery, claimed)) ? { ...delivery, ...claimed } : undefined;
    },

    /** The content of an earlier attempt that may have been seen, or null. */
    async contentOf(delivery: Delivery): Promise<string | null> {
      const item = await table.get(deliveryKey(delivery));
      const content = item && (await large.read(item));
      return typeof content === 'string' ? content : null;
    },

    /** Says that the next byte may reach the receiver, and keeps what is about to be sent. */
    async post(delivery: Delivery, content: string): Promise<Delivery | undefined> {
      const { planId, round, channelId, eventType } = delivery;
      const kept = await large.write(`plans/deliveries/${planId}/${round}/${channelId}/${eventType}`, content);
      const posting = { state: 'POSTING', claim: delivery.claim, leaseUntil: now() + LEASE_MS } as const;
      // Promptly: a process that dies before the first byte has lost a message that a bot is never sent again.
      return (await move(delivery, { ...posting, ...kept }, true)) ? { ...delivery, ...posting } : undefined;
    },

    /** Ends a delivery; its content goes. */
    end: (
      delivery: Delivery,
      state: TerminalState,
      { attempts, httpStatus }: Pick<Delivery, 'attempts' | 'httpStatus'>,
    ) =>
      change(
        delivery,
        {
          ...{ state, attempts, httpStatus, claim: null, leaseUntil: 0 },
          ...{ data: undefined, blob: undefined, i1pk: undefined, i1sk: undefined },
        },
        asRead(delivery),
      ),

    /** Puts a delivery back for a next attempt at `at` (epoch ms), after one that ended. */
    again: (delivery: Delivery, at: number, httpStatus: number | null) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts + 1, httpStatus }),

    /** Puts a delivery back until `at` without an attempt. */
    postpone: (delivery: Delivery, at: number) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts, httpStatus: delivery.httpStatus }),

    /** Lets go of a claim after a fault of ours: the message comes again by itself. */
    free: (delivery: Delivery) => change(delivery, free, asRead(delivery)),

    /** The delivery of a message as it stands. */
    latest: async (delivery: Parameters<typeof deliveryKey>[0]) => deliveryOf(await table.get(deliveryKey(delivery))),
  };
}
