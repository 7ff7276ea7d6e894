import { faultFacts } from '../../platform/http/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';
import { unfinishedDeliveries } from '../store/delivery-rows.ts';
import { closeInterrupted } from './close-interrupted.ts';
import type { NotifierServices } from './notifier-services.ts';

/** A delivery that should have been taken up so long ago has lost its message. */
const LOST_AFTER_MS = 300_000;
/** What the sweeper put in line is tried for so long (five times the time that the queue hides it) before it is a dead letter. */
const TRIED_FOR_MS = 1_800_000;

/**
 * Looks after deliveries whose worker or message is gone: what waits for too long is put in line again, what was being posted is closed
 * (facts: delivery 3.2). `atStart`: the only process has just begun, so that every claim is that of a dead one. Says how many of them
 * could not be looked after; each is tried again by the next sweep.
 */
export async function sweepDeliveries(
  { table, log, now }: Pick<World, 'table' | 'log' | 'now'>,
  servicesOf: (tenant: string) => NotifierServices,
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
    } else if (dueSince < now() - LOST_AFTER_MS && delivery.sweptAt < now() - TRIED_FOR_MS) {
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
          log.error('an unfinished delivery could not be looked after', facts);
        }),
      ),
    );
  }
  if (sweptCount > 0) log.info('unfinished deliveries looked after', { count: sweptCount });
  return { failed };
}
