import * as v from 'valibot';
import { CHANNEL_TYPES, NOTIFICATION_EVENTS } from './channels/channel-kind.ts';

/** States that no delivery leaves (facts: delivery 3.2). */
const TERMINAL_STATES = ['SENT', 'FAILED', 'UNKNOWN', 'DROPPED_RATE'] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];

/** What the queue carries: ids only (facts: delivery 3.2). */
export const DeliveryMessage = v.object({
  tenant: v.pipe(v.string(), v.nonEmpty()),
  planId: v.pipe(v.string(), v.nonEmpty()),
  round: v.number(),
  channelId: v.pipe(v.string(), v.nonEmpty()),
  eventType: v.picklist(NOTIFICATION_EVENTS),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;

/** One message to one channel, from the announcement to its end. */
export const Delivery = v.object({
  ...DeliveryMessage.entries,
  type: v.picklist(CHANNEL_TYPES),
  /**
   * NEW: waiting, not before `notBefore`. CLAIMED: `claim` works on it until `leaseUntil`. POSTING: written right before the first
   * byte goes out, so that nobody who finds it can tell whether the receiver has it.
   */
  state: v.picklist(['NEW', 'CLAIMED', 'POSTING', ...TERMINAL_STATES]),
  /** Whose claim it is; null when it is nobody's. */
  claim: v.nullable(v.string()),
  /** Epoch ms; 0 where there is no claim. */
  leaseUntil: v.number(),
  /** Epoch ms before which no attempt may be made. */
  notBefore: v.number(),
  /** Epoch ms at which its latest message is due: before `notBefore` where the queue cannot delay one so long. */
  wakeAt: v.number(),
  /** Epoch ms at which the sweeper last made a message for it; 0 before that. */
  sweptAt: v.number(),
  /** Attempts that have ended. */
  attempts: v.number(),
  createdAt: v.number(),
  /** Epoch ms of the first attempt, which is the event's time; null before it. */
  firstAttemptAt: v.nullable(v.number()),
  /** What the receiver answered last; null where it did not. */
  httpStatus: v.nullable(v.number()),
  /** Epoch ms; the row vanishes with its plan. */
  expiresAt: v.number(),
});
export type Delivery = v.InferOutput<typeof Delivery>;

export const isTerminal = (state: Delivery['state']): state is TerminalState =>
  TERMINAL_STATES.some((terminal) => terminal === state);
