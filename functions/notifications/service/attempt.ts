import type { ReceiverOutcome } from '../../platform/outbound/receiver-outcome.ts';
import { cardLanguage } from '../domain/cards/texts/texts-of.ts';
import type { ChannelKind, DeliveryOutcome } from '../domain/channel-kind.ts';
import type { Delivery, TerminalState } from '../domain/delivery.ts';
import { deliveryId } from '../domain/delivery.ts';
import { afterAttempt, outcomeWithoutAnswer } from '../domain/delivery-after-attempt.ts';
import { MAX_TOKEN_AGE_MS, SENDING_LIMITS } from '../domain/rate-limits.ts';
import { sampleFacts } from '../domain/sample-facts.ts';
import { logDelivery } from './delivery-log.ts';
import type { NotifiedChannel, NotifierServices } from './notifier-services.ts';
import type { SerialQueue } from './serial-queue.ts';

/** How long a test waits for room in a bot's rate limit before it fails (interface 2.7). */
const TEST_WAIT_MS = 5_000;
/** Delay before another token is taken in place of one that is too old. */
const STALE_TOKEN_MS = 1_000;

/**
 * Makes one attempt of a claimed delivery and stores its outcome. Returns the duration of the exchange in ms, or null
 * if there was none.
 */
export async function attempt(
  claimed: Delivery,
  channel: NotifiedChannel,
  kind: ChannelKind,
  services: NotifierServices,
  mutex: SerialQueue,
): Promise<number | null> {
  const { deliveries, channels, rateWindows, http, now } = services;
  const sending = SENDING_LIMITS[claimed.type];

  let delivery = claimed;
  const hold: { withdrawn?: 'stale' | { fullForMs: number } | 'taken-over' } = {};
  let outcome: ReceiverOutcome;
  try {
    const fullForMs = sending && (await rateWindows.fullFor(channel.addressKey, sending.limits));
    if (fullForMs) return await rateLimited(claimed, fullForMs, services);
    const content = await contentOf(claimed, kind, services);
    if (content === null) return await end(claimed, services, { outcome: 'FAILED', vendorCode: 'plan_gone' });
    const request = kind.post(content, await channels.destinationOf(channel), now());

    const mayWrite = async () => {
      const token = sending ? await rateWindows.take(channel.addressKey, sending.limits) : { takenAt: now() };
      if ('fullForMs' in token) {
        hold.withdrawn = token;
        return false;
      }
      const posting = await deliveries.post(claimed, content);
      if (posting === undefined) hold.withdrawn = 'taken-over';
      else delivery = posting;
      if (posting && sending && now() - token.takenAt > MAX_TOKEN_AGE_MS) hold.withdrawn = 'stale';
      return hold.withdrawn === undefined;
    };
    let allowed = Promise.resolve(true);
    outcome = await http.post({
      request,
      maxAnswerBytes: kind.maxAnswerBytes,
      mayWrite: () => {
        // A crash between POSTING and the first byte loses a message that a bot is never sent again, so no other work
        // runs in between. A token must not age behind other work either: a slow machine would use up the rate limit
        // without sending.
        allowed = mutex(mayWrite);
        return allowed;
      },
    });
    // An exchange may end while the table is still being read.
    await allowed;
  } catch (fault) {
    await deliveries.free(claimed);
    throw fault;
  }
  if (hold.withdrawn === 'taken-over') return null;
  if (hold.withdrawn === 'stale') {
    await deliveries.postpone(delivery, now() + STALE_TOKEN_MS);
    return null;
  }
  if (hold.withdrawn) return rateLimited(delivery, hold.withdrawn.fullForMs, services);

  await noteOutcome(delivery, kind, outcome, services);
  return outcome.durationMs;
}

/** Stores what follows from an answer, or from none. */
async function noteOutcome(
  delivery: Delivery,
  kind: ChannelKind,
  outcome: ReceiverOutcome,
  services: Pick<NotifierServices, 'deliveries' | 'log' | 'now' | 'newId'>,
): Promise<void> {
  const { deliveries, now, newId } = services;
  const deliveryOutcome = outcomeOf(kind, outcome);
  const attempts = delivery.attempts + 1;
  const answer = outcome.kind === 'answer' ? outcome.answer : null;
  const after = afterAttempt({
    type: delivery.type,
    event: delivery.eventType,
    attempts,
    outcome: deliveryOutcome.outcome,
    retryAfter: answer?.retryAfter ?? null,
    now: now(),
    entropy: newId(),
  });
  const vendorCode = deliveryOutcome.outcome === 'delivered' ? null : deliveryOutcome.vendorCode;
  const facts = { httpStatus: answer?.status ?? null, vendorCode };
  if ('end' in after) await end(delivery, services, { outcome: after.end, attempts, ...facts });
  else if (await deliveries.retryAt(delivery, after.retryAt, facts.httpStatus))
    logDelivery(services, delivery, { outcome: 'RETRY', ...facts });
}

async function end(
  delivery: Delivery,
  services: Pick<NotifierServices, 'deliveries' | 'log' | 'now'>,
  facts: {
    outcome: TerminalState;
    attempts?: number;
    httpStatus?: number | null;
    vendorCode: string | null;
  },
): Promise<null> {
  const { attempts = delivery.attempts, httpStatus = null } = facts;
  if (await services.deliveries.end(delivery, facts.outcome, { attempts, httpStatus }))
    logDelivery(services, delivery, facts);
  return null;
}

/** Above the vendor's limit, a message to beta_bot is dropped and one to alpha_bot is delayed (spec 8). */
async function rateLimited(
  delivery: Delivery,
  fullForMs: number,
  services: Pick<NotifierServices, 'deliveries' | 'log' | 'now'>,
): Promise<null> {
  const isDropped = SENDING_LIMITS[delivery.type]?.full === 'drop';
  const isTooLate = delivery.eventType === 'test' && fullForMs > TEST_WAIT_MS;
  if (isDropped || isTooLate) return end(delivery, services, { outcome: 'DROPPED_RATE', vendorCode: 'rate' });
  if (await services.deliveries.postpone(delivery, services.now() + fullForMs))
    logDelivery(services, delivery, { outcome: 'DELAYED', vendorCode: 'rate' });
  return null;
}

/** The same content for every attempt that a receiver may see. Null if the plan was deleted. */
async function contentOf(
  claimed: Delivery,
  kind: ChannelKind,
  services: Pick<NotifierServices, 'deliveries' | 'notificationFacts' | 'plans' | 'config' | 'now'>,
): Promise<string | null> {
  const { deliveries, notificationFacts, plans, config, now } = services;
  const { planId, round, eventType, firstAttemptAt } = claimed;
  const stored = claimed.attempts > 0 ? await deliveries.contentOf(claimed) : null;
  if (stored !== null) return stored;
  const identity = { id: deliveryId(claimed), event: eventType, time: firstAttemptAt ?? now() };
  if (eventType === 'test') {
    const language = kind.sampleLanguage === 'en' ? 'en' : cardLanguage(config.aiLanguage);
    const sample = sampleFacts({ publicUrl: config.publicUrl, now: now(), language });
    return kind.content(sample, identity);
  }
  const [plan, found] = await Promise.all([plans.find(planId), plans.findRound(planId, round)]);
  return plan && found ? kind.content(await notificationFacts.of(plan, found), identity) : null;
}

function outcomeOf(kind: ChannelKind, outcome: ReceiverOutcome): DeliveryOutcome {
  if (outcome.kind === 'answer') return kind.interpret(outcome.answer);
  if (outcome.kind === 'withdrawn') return { outcome: 'not-delivered', vendorCode: null };
  return { outcome: outcomeWithoutAnswer(outcome), vendorCode: outcome.failure };
}
