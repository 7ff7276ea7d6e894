import { faultFacts } from '../../platform/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';
import { unfinishedDeliveries } from '../store/delivery-rows.ts';
import { closeInterrupted, type SweepingServices } from './close-interrupted.ts';

/** A delivery overdue for this long has lost its message. */
const LOST_AFTER_MS = 300_000;
/**
 * How long a message enqueued by the sweeper is retried before it becomes a dead letter (five times the visibility
 * timeout of the queue).
 */
const RETRY_WINDOW_MS = 1_800_000;

/**
 * Recovers deliveries whose worker or message was lost: enqueues those that wait for too long, and closes those in
 * POSTING (facts: delivery 3.2). `atStart`: the only process has just started, so every claim belongs to a crashed one.
 * Returns how many failed; the next sweep retries them.
 */
export async function sweepDeliveries(
  { table, log, now }: Pick<World, 'table' | 'log' | 'now'>,
  servicesOf: (tenant: string) => SweepingServices,
  { atStart }: { atStart: boolean } = { atStart: false },
): Promise<{ failed: number }> {
  let sweptCount = 0;
  let failed = 0;

  async function sweep(delivery: Delivery): Promise<void> {
    const services = servicesOf(delivery.tenant);
    const isAbandoned = delivery.claim !== null && (atStart || delivery.leaseUntil <= now());
    const dueSince = Math.max(delivery.createdAt, delivery.notBefore, delivery.leaseUntil);
    if (delivery.state === 'POSTING') {
      if (!isAbandoned) return;
      await closeInterrupted(delivery, services);
    } else if (isAbandoned && atStart) {
      await services.deliveries.postpone(delivery, now());
    } else if (dueSince < now() - LOST_AFTER_MS && delivery.sweptAt < now() - RETRY_WINDOW_MS) {
      await services.deliveries.renew(delivery);
    } else {
      return;
    }
    sweptCount++;
  }

  for await (const page of unfinishedDeliveries(table)) {
    await Promise.all(
      page.map((delivery) =>
        sweep(delivery).catch((fault: unknown) => {
          failed++;
          const { planId, round, channelId } = delivery;
          const facts = { plan_id: planId, round, channel_id: channelId, ...faultFacts(fault) };
          log.error('an unfinished delivery could not be resumed', facts);
        }),
      ),
    );
  }
  if (sweptCount > 0) log.info('unfinished deliveries resumed', { count: sweptCount });
  return { failed };
}
