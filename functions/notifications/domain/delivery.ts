import * as v from 'valibot';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { MESSAGE_KINDS, NOTIFICATION_EVENTS } from './channel-kind.ts';

/** Terminal states of a delivery (facts: delivery 3.2). */
export const TERMINAL_STATES = ['SENT', 'FAILED', 'UNKNOWN', 'DROPPED_RATE'] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];

/** Message of the queue: ids only (facts: delivery 3.2). */
export const DeliveryMessage = v.object({
  tenant: v.pipe(v.string(), v.nonEmpty()),
  planId: v.pipe(v.string(), v.nonEmpty()),
  round: v.number(),
  channelId: v.pipe(v.string(), v.nonEmpty()),
  eventType: v.picklist(NOTIFICATION_EVENTS),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;

/** One message to one channel, from its announcement to its end. */
export const Delivery = v.object({
  ...DeliveryMessage.entries,
  /** The kind of its message. */
  type: v.picklist(MESSAGE_KINDS),
  /**
   * NEW: waiting, not before `notBefore`. CLAIMED: `claim` processes it until `leaseUntil`. POSTING: written right
   * before the first byte is sent, so it is unknown whether the receiver has the message.
   */
  state: v.picklist(['NEW', 'CLAIMED', 'POSTING', ...TERMINAL_STATES]),
  /** Owner of the claim. Null if unclaimed. */
  claim: v.nullable(v.string()),
  /** Epoch ms. 0 if unclaimed. */
  leaseUntil: v.number(),
  /** Epoch ms before which no attempt is made. */
  notBefore: v.number(),
  /**
   * Epoch ms at which its latest message is due. Earlier than `notBefore` if the queue cannot delay a message long
   * enough.
   */
  wakeAt: v.number(),
  /** Epoch ms at which the sweeper last enqueued a message for it. 0 before. */
  sweptAt: v.number(),
  /** Number of ended attempts. */
  attempts: v.number(),
  createdAt: v.number(),
  /** Epoch ms of the first attempt, which is the event's time. Null before it. */
  firstAttemptAt: v.nullable(v.number()),
  /** The last status of the receiver. Null without a response. */
  httpStatus: v.nullable(v.number()),
  /** Epoch ms. The row expires with its plan. */
  expiresAt: v.number(),
});
export type Delivery = v.InferOutput<typeof Delivery>;

export const isTerminal = (state: Delivery['state']): state is TerminalState =>
  TERMINAL_STATES.some((terminal) => terminal === state);

/** The stable id of a delivery and of its event, 64 hex digits. The same for every attempt (facts: delivery 2.2). */
export const deliveryId = ({ planId, round, eventType, channelId }: Omit<DeliveryMessage, 'tenant'>): string =>
  sha256Hex(`${planId}:${round}:${eventType}:${channelId}`);
