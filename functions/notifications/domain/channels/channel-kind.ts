import type { ReceiverAnswer, ReceiverRequest } from '../../../platform/outbound/receiver-outcome.ts';
import type { NotificationFacts } from '../notification-facts.ts';

/** The channel types of spec 2.7, in the order of `supportedTypes` (interface 2.7). */
export const CHANNEL_TYPES = ['alpha_bot', 'beta_bot', 'webhook'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** What a notification tells: the result is in, the analysis was written back (spec 6.1), or a sample (spec 4.4). */
export const NOTIFICATION_EVENTS = ['completed', 'diagnosed', 'test'] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** What makes one delivery the same at every attempt. */
export interface EventIdentity {
  /** Stable: a hash of plan, round, event and channel (facts: delivery 2.2). */
  id: string;
  event: NotificationEvent;
  /** Epoch ms of the first attempt. */
  time: number;
}

/** Where a channel sends, in clear; lives only while a message is sent. */
export interface Destination {
  url: string;
  secret: string | null;
}

/**
 * What an answer means (facts: delivery 3.2). `delivered`; `not-delivered`: proven, may be tried again; `refused`: for good;
 * `ambiguous`: nobody can tell, a bot is never sent it again.
 */
export type Judgement =
  | { outcome: 'delivered' }
  | { outcome: 'not-delivered' | 'refused' | 'ambiguous'; vendorCode: string | null };

/** What differs between channel types; one literal for each, gathered in channel-kinds.ts. */
export interface ChannelKind {
  /** JSON text, made at the first attempt and the same at every later one; never signed, never an address. */
  content(facts: NotificationFacts, identity: EventIdentity): string;
  /** The request of one attempt at `now` (epoch ms), signed where the vendor asks for it. */
  post(content: string, destination: Destination, now: number): ReceiverRequest;
  judge(answer: ReceiverAnswer): Judgement;
  /** Most bytes of the answer that `judge` looks at. */
  maxAnswerBytes: number;
}
