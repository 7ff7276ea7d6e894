import { consume } from '../../functions/notifications/service/consume.ts';
import type { Notifier } from '../../functions/notifications/service/deliver.ts';
import { handleMessage } from '../../functions/notifications/service/handle-message.ts';
import type { NotifierServices } from '../../functions/notifications/service/notifier-services.ts';
import { receiverLimiter } from '../../functions/notifications/service/receiver-limiter.ts';
import { serialQueue } from '../../functions/notifications/service/serial-queue.ts';
import { sweepDeliveries } from '../../functions/notifications/service/sweep-deliveries.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { TableQueue } from '../../functions/platform/standalone/queue.ts';
import type { World } from '../../functions/platform/world.ts';

const SWEEP_MS = 300_000;

export interface NotificationParts {
  world: Pick<World, 'table' | 'log' | 'now'>;
  queue: TableQueue;
  servicesOf(tenant: string): NotifierServices;
  kinds: Notifier['kinds'];
}

/**
 * Resumes deliveries that a previous process left and sends queued ones, until stopped; `stop` waits for deliveries in
 * flight.
 */
export async function startNotifications({ world, queue, servicesOf, kinds }: NotificationParts) {
  const { log } = world;
  const host = { kinds, limiter: receiverLimiter(), mutex: serialQueue(), queue, log, servicesOf };
  const sweep = (options?: { atStart: boolean }) =>
    sweepDeliveries(world, servicesOf, options).catch((fault: unknown) =>
      log.error('deliveries could not be swept', faultFacts(fault)),
    );

  await queue.restore();
  await sweep({ atStart: true });
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep());
  }, SWEEP_MS).unref();
  const consumer = consume({ queue, log, handle: (message, signal) => handleMessage(message, host, signal) });
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all([sweeping, consumer.stop()]);
    },
  };
}
