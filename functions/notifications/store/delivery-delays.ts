import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';
import { asRead, type DeliveryMoves, FREE } from './delivery-moves.ts';
import { dueTimes } from './due-times.ts';

/** Maximum delay of a queue message. Longer delays are chained. */
const MAX_DELAY_MS = 900_000;

/** Delays deliveries, whose messages the queue may delay less (see `deliveryClaims`). */
export function deliveryDelays({ change, wake }: DeliveryMoves, { now, elapsed }: Pick<World, 'now' | 'elapsed'>) {
  const times = dueTimes({ now, elapsed });
  const messageDue = (notBefore: number) => Math.min(notBefore, now() + MAX_DELAY_MS);

  /** Writes the row first: the sweeper replaces a message that is lost afterwards. */
  async function release(
    delivery: Delivery,
    set: Pick<Delivery, 'notBefore' | 'attempts' | 'httpStatus'>,
  ): Promise<boolean> {
    const wakeAt = messageDue(set.notBefore);
    const released = await change(delivery, { ...FREE, ...set, wakeAt }, asRead(delivery));
    if (!released) return false;
    times.set(delivery, set.notBefore);
    times.set(delivery, wakeAt);
    await wake(delivery, wakeAt);
    return true;
  }

  return {
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

    /** Schedules a retry at `at` (epoch ms) after an attempt. */
    retryAt: (delivery: Delivery, at: number, httpStatus: number | null) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts + 1, httpStatus }),

    /** Postpones a delivery until `at` without an attempt. */
    postpone: (delivery: Delivery, at: number) =>
      release(delivery, { notBefore: at, attempts: delivery.attempts, httpStatus: delivery.httpStatus }),
  };
}
