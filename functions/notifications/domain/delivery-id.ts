import { sha256Hex } from '../../platform/values/sha256.ts';
import type { DeliveryMessage } from './delivery.ts';

/** The stable id of a delivery and of its event, 64 hex digits. The same for every attempt (facts: delivery 2.2). */
export const deliveryId = ({ planId, round, eventType, channelId }: Omit<DeliveryMessage, 'tenant'>): string =>
  sha256Hex(`${planId}:${round}:${eventType}:${channelId}`);
