import type { MessageKind, NotificationEvent } from '../channel-kind.ts';

/**
 * What of a channel type decides beside its messages, which are in channel-kinds.ts: those need cards, these do not.
 */
interface ChannelTraits {
  /** What of an address names the receiver: all of it, or the host, path and `access_token` of a bot. */
  receiver: 'address' | 'bot';
  /** The receiver recognises a repeated event by its id, so that one whose outcome is ambiguous is sent again. */
  recognisesRepeats: boolean;
  /** Events of a round that it is sent (spec 6.2, row 5). */
  events: readonly Exclude<NotificationEvent, 'test'>[];
}

const BOT: ChannelTraits = { receiver: 'bot', recognisesRepeats: false, events: ['completed'] };

/** A chat shows a repeated message twice, and has no use for a second event of one run. */
const CHAT: ChannelTraits = { receiver: 'address', recognisesRepeats: false, events: ['completed'] };

/** The channel types of spec 2.7, and the chats of webhooks. */
export const CHANNEL_TRAITS: Readonly<Record<MessageKind, ChannelTraits>> = {
  alpha_bot: BOT,
  beta_bot: BOT,
  webhook: { receiver: 'address', recognisesRepeats: true, events: ['completed', 'diagnosed'] },
  slack: CHAT,
  teams: CHAT,
};
