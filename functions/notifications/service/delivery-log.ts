import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';

/** Fields that a log line may contain about a delivery, besides its ids (facts: observability). */
export interface DeliveryFacts {
  /** A terminal state, RETRY or DELAYED. */
  outcome: string;
  httpStatus?: number | null;
  /** The vendor's code, or the service's code for why it was not sent. */
  vendorCode?: string | null;
}

/** Logs the outcome of an attempt on one line. Outcomes are recorded only in the server log (spec 6.2.8). */
export function logDelivery({ log, now }: Pick<World, 'log' | 'now'>, delivery: Delivery, facts: DeliveryFacts): void {
  const { planId, round, channelId, eventType, type, attempts, createdAt } = delivery;
  const write = facts.outcome === 'SENT' || facts.outcome === 'DELAYED' ? log.info : log.warn;
  write(facts.outcome === 'SENT' ? 'notification sent' : 'notification not sent', {
    plan_id: planId,
    round,
    channel_id: channelId,
    event: eventType,
    type,
    outcome: facts.outcome,
    http_status: facts.httpStatus ?? null,
    vendor_code: facts.vendorCode ?? null,
    attempt: attempts + 1,
    age_ms: now() - createdAt,
  });
}
