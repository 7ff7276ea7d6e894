import { consume } from '../../functions/notifications/service/consume.ts';
import type { Notifier } from '../../functions/notifications/service/deliver.ts';
import { handleMessage } from '../../functions/notifications/service/handle-message.ts';
import type { NotifierServices } from '../../functions/notifications/service/notifier-services.ts';
import { receiverLimiter } from '../../functions/notifications/service/receiver-limiter.ts';
import { serialQueue } from '../../functions/notifications/service/serial-queue.ts';
import { sweepDeliveries } from '../../functions/notifications/service/sweep-deliveries.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { StoragePatience } from '../../functions/platform/standalone/faults/storage-patience.ts';
import type { TableQueue } from '../../functions/platform/standalone/queue.ts';
import type { QueueMessage, World } from '../../functions/platform/world.ts';

const SWEEP_MS = 300_000;

export interface NotificationParts {
  world: Pick<World, 'table' | 'log' | 'now'>;
  queue: TableQueue;
  servicesOf(tenant: string): NotifierServices;
  kinds: Notifier['kinds'];
  storage: StoragePatience;
  /** Runs around the handling of each message, such as a span. Default: nothing does. */
  around?<T>(name: string, run: () => Promise<T>): Promise<T>;
}

/**
 * Resumes deliveries that a previous process left and sends queued ones, until stopped; `stop` waits for deliveries in
 * flight.
 */
export function startNotifications({ world, queue, servicesOf, kinds, storage, around }: NotificationParts) {
  const { log } = world;
  const stopping = new AbortController();
  const { signal } = stopping;
  const host = { kinds, limiter: receiverLimiter(), mutex: serialQueue(), queue, log, servicesOf };
  const handle = (message: QueueMessage, stopped: AbortSignal) => {
    // What a receiver has got must be stored: a later process could only guess.
    const patiently = () => storage.patiently({ signal: stopped }, () => handleMessage(message, host, stopped));
    return around?.('notification', patiently) ?? patiently();
  };
  const sweep = (options?: { atStart: boolean }) =>
    sweepDeliveries(world, servicesOf, options).catch((fault: unknown) =>
      log.error('deliveries could not be swept', faultFacts(fault)),
    );

  // The disk may be full, and the service starts all the same; no message is received before.
  const consuming = storage
    .untilStored({ signal }, async () => {
      await queue.restore();
      await sweep({ atStart: true });
    })
    .catch((fault: unknown) => {
      if (!signal.aborted) log.error('deliveries could not be restored', faultFacts(fault));
    })
    .then(() => (signal.aborted ? undefined : consume({ queue, log, handle })));
  let sweeping: Promise<unknown> = consuming;
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep());
  }, SWEEP_MS).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await Promise.all([sweeping, consuming.then((consumer) => consumer?.stop())]);
    },
  };
}
