import type { ReceiverAnswer, ReceiverRequest } from '../../platform/outbound/receiver-outcome.ts';
import type { CardLanguage } from './cards/texts/texts-of.ts';
import type { NotificationFacts } from './notification-facts.ts';

/** The channel types of spec 2.7, in the order of `supportedTypes` (interface 2.7). */
export const CHANNEL_TYPES = ['alpha_bot', 'beta_bot', 'webhook'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** What a webhook receives: an event for programs (spec 6.1), or a message for a chat. */
export const WEBHOOK_FORMATS = ['cloudevents', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** What decides how a delivery is written, sent and repeated: the type of a channel, or the chat of a webhook. */
export const MESSAGE_KINDS = [...CHANNEL_TYPES, 'slack', 'teams'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The kind of a channel's messages. A webhook without a format receives CloudEvents. */
export const messageKindOf = ({
  type,
  format,
}: {
  type: ChannelType;
  format?: WebhookFormat | undefined;
}): MessageKind => (type === 'webhook' && format !== undefined && format !== 'cloudevents' ? format : type);

/** Event of a notification: the result is available, the analysis was written (spec 6.1), or a sample (spec 4.4). */
export const NOTIFICATION_EVENTS = ['completed', 'diagnosed', 'test'] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Identity of a delivery, the same for every attempt. */
export interface EventIdentity {
  /** Stable: a hash of plan, round, event and channel (facts: delivery 2.2). */
  id: string;
  event: NotificationEvent;
  /** Epoch ms of the first attempt. */
  time: number;
}

/** Unsealed destination of a channel. Exists only while a message is sent. */
export interface Destination {
  url: string;
  secret: string | null;
}

/**
 * Meaning of a response (facts: delivery 3.2). `delivered`; `not-delivered`: certainly, may be retried; `refused`:
 * permanently; `ambiguous`: unknown, never sent to a bot again.
 */
export type DeliveryOutcome =
  | { outcome: 'delivered' }
  | { outcome: 'not-delivered' | 'refused' | 'ambiguous'; vendorCode: string | null };

/** The differences between kinds of messages. One literal for each, collected in channel-kinds.ts. */
export interface ChannelKind {
  /** Language of a test send; `zh` where it follows the setting of the bots' cards. */
  sampleLanguage: CardLanguage;
  /**
   * JSON text, created at the first attempt and the same for all later ones. Contains neither signature nor address.
   */
  content(facts: NotificationFacts, identity: EventIdentity): string;
  /** The request of one attempt at `now` (epoch ms), signed if the vendor requires it. */
  post(content: string, destination: Destination, now: number): ReceiverRequest;
  interpret(answer: ReceiverAnswer): DeliveryOutcome;
  /** Maximum bytes of the response that `interpret` reads. */
  maxAnswerBytes: number;
}
