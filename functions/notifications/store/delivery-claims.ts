import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import type { Blobs, Changes, Condition, Queue, Table, World } from '../../platform/world.ts';
import type { Delivery, TerminalState } from '../domain/delivery.ts';
import { deliveryKey, deliveryOf, messageOf } from './delivery-rows.ts';
import { dueTimes } from './due-times.ts';

/** Lease of a claim. An attempt ends well before (connect 3 s, exchange 15 s). */
const LEASE_MS = 60_000;
/** Maximum delay of a queue message. Longer delays are chained. */
const MAX_DELAY_MS = 900_000;

/**
 * The claim protocol (facts: delivery 3.2): NEW -> CLAIMED -> POSTING -> an end. Every step is conditional on the one
 * before, so that only one of any number of workers with any copies of a message continues. False or undefined means
 * that another worker has it.
 */
export function deliveryClaims({
  table,
  blobs,
  queue,
  now,
  elapsed,
  newId,
}: { table: Table; blobs: Blobs; queue: Queue } & Pick<World, 'now' | 'elapsed' | 'newId'>) {
  const large = inlineOrBlob(blobs);
  const times = dueTimes({ now, elapsed });
  const change = (delivery: Delivery, set: Changes, when: Condition, prompt = false) =>
    table.update(deliveryKey(delivery), set, { when, prompt });
  const asRead = ({ state, claim, attempts, notBefore }: Delivery) => ({
    state: { equals: state },
    claim: { equals: claim },
    // A delivery that was claimed, attempted and released in the meantime is NEW again, but with more attempts.
    attempts: { equals: attempts },
    notBefore: { equals: notBefore },
  });
  const free = { state: 'NEW', claim: null, leaseUntil: 0 } as const;

  /** Advances a delivery under a claim. A write repeated by the driver fails although its first try succeeded. */
  async function move<S extends Changes & Pick<Delivery, 'state' | 'claim'>>(
    delivery: Delivery,
    set: S,
    prompt = false,
  ) {
    if (await change(delivery, set, asRead(delivery), prompt)) return true;
    const latest = deliveryOf(await table.get(deliveryKey(delivery)));
    return latest?.state === set.state && latest.claim === set.claim;
  }

  /** Enqueues a message for immediate delivery, or for `at` (at most MAX_DELAY_MS from now). */
  async function wake(delivery: Delivery, at: number = now()): Promise<void> {
    await queue.send(messageOf(delivery), { delaySeconds: Math.ceil(Math.max(at - now(), 0) / 1000) });
  }

  const messageDue = (notBefore: number) => Math.min(notBefore, now() + MAX_DELAY_MS);

  /** Writes the row first: the sweeper replaces a message that is lost afterwards. */
  async function release(
    delivery: Delivery,
    set: Pick<Delivery, 'notBefore' | 'attempts' | 'httpStatus'>,
  ): Promise<boolean> {
    const wakeAt = messageDue(set.notBefore);
    const released = await change(delivery, { ...free, ...set, wakeAt }, asRead(delivery));
    if (!released) return false;
    times.set(delivery, set.notBefore);
    times.set(delivery, wakeAt);
    await wake(delivery, wakeAt);
    return true;
  }

  return {
    wake,

    /** Whether the delay of a delivery is over. */
    isDue: (delivery: Delivery): boolean => times.hasCome(delivery, delivery.notBefore),

    /**
     * Enqueues the next message of a delivery that is not due yet, if the queue could not delay the last one long
     * enough. Does nothing while a message is on its way, so a duplicate of an early message does not multiply.
     */
    async relay(delivery: Delivery): Promise<void> {
      if (!times.hasCome(delivery, delivery.wakeAt)) return;
      const wakeAt = messageDue(delivery.notBefore);
      const isFirst = { ...asRead(delivery), wakeAt: { equals: delivery.wakeAt } };
      if (!(await change(delivery, { wakeAt }, isFirst))) return;
      times.set(delivery, wakeAt);
      await wake(delivery, wakeAt);
    },

    /** Enqueues a message for a delivery that has lost its own. Of concurrent sweeps only one does so. */
    async renew(delivery: Delivery): Promise<void> {
      const isFirst = { ...asRead(delivery), sweptAt: { equals: delivery.sweptAt } };
      if (await change(delivery, { sweptAt: now() }, isFirst)) await wake(delivery);
    },

    /** Claims a delivery that is NEW, or whose claim has expired. */
    async claim(delivery: Delivery): Promise<Delivery | undefined> {
      const claimed = {
        state: 'CLAIMED',
        claim: newId(),
        leaseUntil: now() + LEASE_MS,
        firstAttemptAt: delivery.firstAttemptAt ?? now(),
      } as const;
      return (await move(delivery, claimed)) ? { ...delivery, ...claimed } : undefined;
    },

    /** The content of an earlier attempt that a receiver may have seen, or null. */
    async contentOf(delivery: Delivery): Promise<string | null> {
      const item = await table.get(deliveryKey(delivery));
      const content = item && (await large.read(item));
      return typeof content === 'string' ? content : null;
    },

    /** Records that the next byte may reach the receiver, and stores the content to send. */
    async post(delivery: Delivery, content: string): Promise<Delivery | undefined> {
      const { planId, round, channelId, eventType } = delivery;
      const kept = await large.write(`plans/deliveries/${planId}/${round}/${channelId}/${eventType}`, content);
      const posting = { state: 'POSTING', claim: delivery.claim, leaseUntil: now() + LEASE_MS } as const;
      // Without delay: a process that crashes before the first byte loses a message that a bot is never sent again.
      return (await move(delivery, { ...posting, ...kept }, true)) ? { ...delivery, ...posting } : undefined;
    },

    /** Ends a delivery and deletes its content. */
    end: (
      delivery: Delivery,
      state: TerminalState,
      { attempts, httpStatus }: Pick<Delivery, 'attempts' | 'httpStatus'>,
    ) =>
      change(
        delivery,
        {
          state,
          attempts,
          httpStatus,
          claim: null,
          leaseUntil: 0,
          data: undefined,
          blob: undefined,
          i1pk: undefined,
          i1sk: undefined,
        },
        asRead(delivery),
      ),

    /** Schedules a retry at `at` (epoch ms) after an attempt. */
    retryAt: (delivery: Delivery, at: number, httpStatus: number | null) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts + 1, httpStatus }),

    /** Postpones a delivery until `at` without an attempt. */
    postpone: (delivery: Delivery, at: number) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts, httpStatus: delivery.httpStatus }),

    /** Releases a claim after an internal error. The queue delivers the message again. */
    free: (delivery: Delivery) => change(delivery, free, asRead(delivery)),

    /** The current row of a message's delivery. */
    latest: async (delivery: Parameters<typeof deliveryKey>[0]) => deliveryOf(await table.get(deliveryKey(delivery))),
  };
}
