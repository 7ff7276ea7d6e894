import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';

/** What a log line may say of a delivery besides its ids (facts: observability). */
export interface DeliveryFacts {
  /** A terminal state, RETRY or DELAYED. */
  outcome: string;
  httpStatus?: number | null;
  /** The vendor's code, or ours for what kept it from being sent. */
  vendorCode?: string | null;
}

/** Writes the one line that tells how an attempt ended: the server log is where outcomes go, and there alone (spec 6.2.8). */
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
