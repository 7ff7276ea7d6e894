import { setTimeout as sleep } from 'node:timers/promises';
import { faultFacts } from '../../platform/fault-facts.ts';
import type { Queue, QueueMessage, World } from '../../platform/world.ts';

/** Longer than any attempt. A message becomes visible again if its process crashed. */
const VISIBILITY_SECONDS = 60;
/** Concurrent deliveries. Most of them wait for a receiver. */
const MAX_IN_FLIGHT = 256;
/** Maximum messages per receive of a queue. */
const RECEIVE_BATCH_SIZE = 10;
/** Poll interval for messages that another process enqueued. */
const POLL_INTERVAL_MS = 1_000;

export interface ConsumerParts {
  queue: Pick<Queue, 'receive'> & { due(maxMs: number, signal: AbortSignal): Promise<void> };
  log: World['log'];
  handle(message: QueueMessage, signal: AbortSignal): Promise<void>;
}

/**
 * Receives and handles messages until stopped. `stop` accepts no new messages and resolves when those in progress have
 * ended.
 */
export function consume({ queue, log, handle }: ConsumerParts): { stop(): Promise<void> } {
  const controller = new AbortController();
  const { signal } = controller;
  const underWay = new Set<Promise<void>>();
  let free = Promise.withResolvers<void>();

  function begin(message: QueueMessage): void {
    const handled = handle(message, signal).finally(() => {
      underWay.delete(handled);
      free.resolve();
    });
    underWay.add(handled);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (underWay.size > MAX_IN_FLIGHT - RECEIVE_BATCH_SIZE) {
        free = Promise.withResolvers();
        await free.promise;
        continue;
      }
      try {
        const messages = await queue.receive({ visibilitySeconds: VISIBILITY_SECONDS });
        for (const message of messages) begin(message);
        if (messages.length === 0) await queue.due(POLL_INTERVAL_MS, signal);
      } catch (fault) {
        log.error('notifications could not be received', faultFacts(fault));
        await sleep(POLL_INTERVAL_MS);
      }
    }
    await Promise.all(underWay);
  }

  const running = run();
  return {
    stop() {
      controller.abort();
      return running;
    },
  };
}
