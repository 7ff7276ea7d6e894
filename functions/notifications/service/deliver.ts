import type { ChannelKind, ChannelType } from '../domain/channels/channel-kind.ts';
import { type Delivery, type DeliveryMessage, isTerminal } from '../domain/delivery.ts';
import { attempt } from './attempt.ts';
import { closeInterrupted } from './close-interrupted.ts';
import { logDelivery } from './delivery-log.ts';
import type { NotifiedChannel, NotifierServices } from './notifier-services.ts';
import type { OneByOne } from './one-by-one.ts';
import type { ReceiverTurns } from './receiver-turns.ts';

/** A notification older than this is no longer useful. */
const MOST_AGE_MS = 24 * 3_600_000;
/** Delay before `diagnosed` checks again whether `completed` of its channel has ended. */
const AFTER_COMPLETED_MS = 5_000;
/**
 * How long `completed` may still be pending: if the workflow fails to announce it, the sweeper does, which runs every 5
 * minutes.
 */
const COMPLETED_COMES_MS = 600_000;

export interface Notifier {
  kinds: Readonly<Record<ChannelType, ChannelKind>>;
  turns: ReceiverTurns;
  /** Serializes the writes of POSTING, each with its first byte. */
  inTurn: OneByOne;
}

/**
 * `handled`: the message may be acknowledged. `left`: the host is about to stop, so the message must be received again.
 */
export type Handled = 'handled' | 'left';

/**
 * Handles one message of the queue: makes the attempt that is due, or finds that there is none. The row decides, not
 * the message, so that a duplicate, late or early message changes nothing.
 */
export async function deliver(
  message: DeliveryMessage,
  services: NotifierServices,
  notifier: Notifier,
  signal: AbortSignal,
): Promise<Handled> {
  const { deliveries, channels, now } = services;
  const delivery = await deliveries.latest(message);
  if (delivery === undefined || isTerminal(delivery.state)) return 'handled';
  if (delivery.state !== 'NEW' && delivery.leaseUntil > now()) return 'handled';
  if (delivery.state === 'POSTING') {
    await closeInterrupted(delivery, services);
    return 'handled';
  }
  if (delivery.notBefore > now()) {
    await deliveries.relay(delivery);
    return 'handled';
  }
  if (signal.aborted) return 'left';

  const channel = await channels.find(delivery.channelId);
  const hindrance = hindranceOf(delivery, channel, now());
  if (channel === undefined || hindrance !== null) {
    const ended = { attempts: delivery.attempts, httpStatus: null };
    if (await deliveries.end(delivery, 'FAILED', ended))
      logDelivery(services, delivery, { outcome: 'FAILED', vendorCode: hindrance });
    return 'handled';
  }
  if (await isBeforeCompleted(delivery, services)) return 'handled';

  // A user waits for a test, and tests are rare.
  const turn = delivery.eventType === 'test' ? { leave() {} } : await notifier.turns.enter(channel.robot, now);
  if ('awayForMs' in turn) {
    await deliveries.postpone(delivery, now() + turn.awayForMs);
    return 'handled';
  }
  let exchangeMs: number | null = null;
  try {
    // The turn may have taken long.
    if (signal.aborted) return 'left';
    const claimed = await deliveries.claim(delivery);
    if (claimed) exchangeMs = await attempt(claimed, channel, notifier.kinds[channel.type], services, notifier.inTurn);
  } finally {
    turn.leave(exchangeMs);
  }
  return 'handled';
}

/** Why a delivery can no longer succeed, as a word for the log. Null if it can. */
function hindranceOf(delivery: Delivery, channel: NotifiedChannel | undefined, now: number): string | null {
  if (channel === undefined) return 'channel_gone';
  if (channel.type !== delivery.type) return 'channel_changed';
  if (!channel.enabled && delivery.eventType !== 'test') return 'channel_disabled';
  return now - delivery.createdAt > MOST_AGE_MS ? 'too_late' : null;
}

/** `diagnosed` follows `completed` (spec 6.2). Postpones it while `completed` has not ended. */
async function isBeforeCompleted(delivery: Delivery, { deliveries, now }: NotifierServices): Promise<boolean> {
  if (delivery.eventType !== 'diagnosed') return false;
  const completed = await deliveries.latest({ ...delivery, eventType: 'completed' });
  if (completed === undefined && now() - delivery.createdAt >= COMPLETED_COMES_MS) return false;
  if (completed && isTerminal(completed.state)) return false;
  await deliveries.postpone(delivery, Math.max(completed?.notBefore ?? 0, now() + AFTER_COMPLETED_MS));
  return true;
}
