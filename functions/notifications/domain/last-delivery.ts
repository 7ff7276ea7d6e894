import * as v from 'valibot';
import { type Delivery, TERMINAL_STATES } from './delivery.ts';

/** How the last message to a channel ended; tests do not count. One for each channel, not a history. */
export const LastDelivery = v.object({
  channelId: v.string(),
  planId: v.string(),
  /** Epoch ms. */
  at: v.number(),
  state: v.picklist(TERMINAL_STATES),
  /** The last status of the receiver. Null without a response. */
  httpStatus: v.nullable(v.number()),
  attempts: v.number(),
  /** Messages that were not sent since the last one that was, and when the first of them ended (epoch ms). */
  failures: v.number(),
  failingSince: v.nullable(v.number()),
});
export type LastDelivery = v.InferOutput<typeof LastDelivery>;

/** What is stored after a delivery has ended. `before`: of the same channel. */
export function lastDeliveryOf(
  { channelId, planId }: Pick<Delivery, 'channelId' | 'planId'>,
  { state, httpStatus, attempts }: Pick<LastDelivery, 'state' | 'httpStatus' | 'attempts'>,
  before: LastDelivery | undefined,
  at: number,
): LastDelivery {
  const isSent = state === 'SENT';
  return {
    channelId,
    planId,
    at,
    state,
    httpStatus,
    attempts,
    failures: isSent ? 0 : (before?.failures ?? 0) + 1,
    failingSince: isSent ? null : (before?.failingSince ?? at),
  };
}
