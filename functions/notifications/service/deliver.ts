import { type ChannelKind, type MessageKind, messageKindOf } from '../domain/channel-kind.ts';
import { type Delivery, type DeliveryMessage, isTerminal } from '../domain/delivery.ts';
import { attempt } from './attempt.ts';
import { closeInterrupted } from './close-interrupted.ts';
import { logDelivery } from './delivery-log.ts';
import type { NotifiedChannel, NotifierServices } from './notifier-services.ts';
import type { ReceiverLimiter } from './receiver-limiter.ts';
import type { SerialQueue } from './serial-queue.ts';

/** A notification older than this is no longer useful. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Delay before `diagnosed` checks again whether `completed` of its channel has ended. */
const COMPLETED_POLL_MS = 5_000;
/**
 * How long `completed` may still be pending: if the workflow fails to announce it, the sweeper does, which runs every 5
 * minutes.
 */
const COMPLETED_TIMEOUT_MS = 600_000;

export interface Notifier {
  kinds: Readonly<Record<MessageKind, ChannelKind>>;
  limiter: ReceiverLimiter;
  /** Serializes the writes of POSTING, each with its first byte. */
  mutex: SerialQueue;
}

/**
 * `handled`: the message may be acknowledged. `left`: the host is about to stop, so the message must be received again.
 */
export type HandleResult = 'handled' | 'left';

/**
 * Handles one message of the queue: makes the attempt that is due, or finds that there is none. The row decides, not
 * the message, so that a duplicate, late or early message changes nothing.
 */
export async function deliver(
  message: DeliveryMessage,
  services: NotifierServices,
  notifier: Notifier,
  signal: AbortSignal,
): Promise<HandleResult> {
  const { deliveries, channels, now } = services;
  const delivery = await deliveries.latest(message);
  if (delivery === undefined || isTerminal(delivery.state)) return 'handled';
  if (delivery.state !== 'NEW' && delivery.leaseUntil > now()) return 'handled';
  if (delivery.state === 'POSTING') {
    await closeInterrupted(delivery, services);
    return 'handled';
  }
  if (!deliveries.isDue(delivery)) {
    await deliveries.relay(delivery);
    return 'handled';
  }
  if (signal.aborted) return 'left';

  const channel = await channels.find(delivery.channelId);
  const reason = undeliverableReason(delivery, channel, now());
  if (channel === undefined || reason !== null) {
    const ended = { attempts: delivery.attempts, httpStatus: null };
    if (await deliveries.end(delivery, 'FAILED', ended))
      logDelivery(services, delivery, { outcome: 'FAILED', vendorCode: reason });
    return 'handled';
  }
  if (await isBeforeCompleted(delivery, services)) return 'handled';

  // A user waits for a test, and tests are rare.
  const admission =
    delivery.eventType === 'test' ? { release() {} } : await notifier.limiter.acquire(channel.addressKey, now);
  if ('retryInMs' in admission) {
    await deliveries.postpone(delivery, now() + admission.retryInMs);
    return 'handled';
  }
  let exchangeMs: number | null = null;
  try {
    // The turn may have taken long.
    if (signal.aborted) return 'left';
    const claimed = await deliveries.claim(delivery);
    if (claimed) exchangeMs = await attempt(claimed, channel, notifier.kinds[claimed.type], services, notifier.mutex);
  } finally {
    admission.release(exchangeMs);
  }
  return 'handled';
}

/** Why a delivery can no longer succeed, as a word for the log. Null if it can. */
function undeliverableReason(delivery: Delivery, channel: NotifiedChannel | undefined, now: number): string | null {
  if (channel === undefined) return 'channel_gone';
  if (messageKindOf(channel) !== delivery.type) return 'channel_changed';
  if (!channel.enabled && delivery.eventType !== 'test') return 'channel_disabled';
  return now - delivery.createdAt > MAX_AGE_MS ? 'too_late' : null;
}

/** `diagnosed` follows `completed` (spec 6.2). Postpones it while `completed` has not ended. */
async function isBeforeCompleted(
  delivery: Delivery,
  { deliveries, now }: Pick<NotifierServices, 'deliveries' | 'now'>,
): Promise<boolean> {
  if (delivery.eventType !== 'diagnosed') return false;
  const completed = await deliveries.latest({ ...delivery, eventType: 'completed' });
  if (completed === undefined && now() - delivery.createdAt >= COMPLETED_TIMEOUT_MS) return false;
  if (completed && isTerminal(completed.state)) return false;
  await deliveries.postpone(delivery, Math.max(completed?.notBefore ?? 0, now() + COMPLETED_POLL_MS));
  return true;
}
