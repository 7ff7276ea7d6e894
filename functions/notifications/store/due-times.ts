import type { World } from '../../platform/world.ts';
import type { DeliveryMessage } from '../domain/delivery.ts';
import { deliveryKey } from './delivery-rows.ts';

/** Longer than any delay of a delivery: the last retry, with its jitter. A later time is one of another clock. */
const MAX_DELAY_MS = 40 * 60_000;
/** Maximum remembered times; the oldest are dropped first. */
const MAX_TIMES = 10_000;

/**
 * Whether times of deliveries have come. A process measures the delays that it set itself by the monotonic clock, so
 * that a wall clock that is set back holds no notification up.
 */
export function dueTimes({ now, elapsed }: Pick<World, 'now' | 'elapsed'>) {
  const known = new Map<string, number>();
  const nameOf = (delivery: DeliveryMessage, at: number) => {
    const { pk, sk } = deliveryKey(delivery);
    return `${pk} ${sk} ${at}`;
  };

  return {
    /** Remembers that a delivery waits until `at`, epoch ms. */
    set(delivery: DeliveryMessage, at: number): void {
      known.set(nameOf(delivery, at), elapsed() + Math.max(at - now(), 0));
      const [oldest] = known.keys();
      if (known.size > MAX_TIMES && oldest !== undefined) known.delete(oldest);
    },

    /** Whether a time that a delivery waits for has come. */
    hasCome(delivery: DeliveryMessage, at: number): boolean {
      if (at <= now() || at > now() + MAX_DELAY_MS) return true;
      return (known.get(nameOf(delivery, at)) ?? Infinity) <= elapsed();
    },
  };
}
