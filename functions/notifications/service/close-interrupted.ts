import type { Delivery } from '../domain/delivery.ts';
import { afterAttempt } from '../domain/delivery-after-attempt.ts';
import { logDelivery } from './delivery-log.ts';
import type { NotifierServices } from './notifier-services.ts';

/** What the sweeper uses of a tenant's services. */
export type SweepingServices = Pick<NotifierServices, 'deliveries' | 'now' | 'newId' | 'log'>;

/**
 * A delivery that was found POSTING after its worker died: whether the receiver has it is unknown (facts: delivery
 * 3.2).
 */
export async function closeInterrupted(delivery: Delivery, services: SweepingServices): Promise<void> {
  const { deliveries, now, newId } = services;
  const attempts = delivery.attempts + 1;
  const after = afterAttempt({
    type: delivery.type,
    event: delivery.eventType,
    attempts,
    outcome: 'ambiguous',
    retryAfter: null,
    now: now(),
    entropy: newId(),
  });
  const isMine =
    'end' in after
      ? await deliveries.end(delivery, after.end, { attempts, httpStatus: null })
      : await deliveries.retryAt(delivery, after.retryAt, null);
  const outcome = 'end' in after ? after.end : 'RETRY';
  if (isMine) logDelivery(services, delivery, { outcome, vendorCode: 'interrupted' });
}
