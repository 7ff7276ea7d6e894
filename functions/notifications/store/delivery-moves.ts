import type { Changes, Condition, Queue, Table, World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';
import { deliveryKey, deliveryOf, messageOf } from './delivery-rows.ts';

export interface DeliveryMovesParts extends Pick<World, 'now' | 'elapsed'> {
  table: Table;
  queue: Queue;
}

/** Members of a delivery that no worker has claimed. */
export const FREE = { state: 'NEW', claim: null, leaseUntil: 0 } as const;

/** The condition that a delivery is as it was read. */
export const asRead = ({ state, claim, attempts, notBefore }: Delivery) => ({
  state: { equals: state },
  claim: { equals: claim },
  // A delivery that was claimed, attempted and released in the meantime is NEW again, but with more attempts.
  attempts: { equals: attempts },
  notBefore: { equals: notBefore },
});

export type DeliveryMoves = ReturnType<typeof deliveryMoves>;

/** Writes the rows of deliveries, and enqueues their messages (see `deliveryClaims`). */
export function deliveryMoves({ table, queue, now }: DeliveryMovesParts) {
  const change = (delivery: Delivery, set: Changes, when: Condition, prompt = false) =>
    table.update(deliveryKey(delivery), set, { when, prompt });

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

  return { change, move, wake };
}
