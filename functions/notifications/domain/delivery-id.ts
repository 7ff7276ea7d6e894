import { createHash } from 'node:crypto';
import type { DeliveryMessage } from './delivery.ts';

/** The stable id of a delivery and of its event, 64 hex digits: the same at every attempt (facts: delivery 2.2). */
export const deliveryId = ({ planId, round, eventType, channelId }: Omit<DeliveryMessage, 'tenant'>): string =>
  createHash('sha256').update(`${planId}:${round}:${eventType}:${channelId}`).digest('hex');
