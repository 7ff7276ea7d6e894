import type { ChannelKind, MessageKind } from '../channel-kind.ts';
import { webhook } from '../webhook/webhook.ts';
import { alphaBot } from './alpha-bot.ts';
import { betaBot } from './beta-bot.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';

/** The differences between channel types (spec 2.7), and between the chats of webhooks. */
export const CHANNEL_KINDS: Readonly<Record<MessageKind, ChannelKind>> = {
  alpha_bot: alphaBot,
  beta_bot: betaBot,
  webhook,
  slack,
  teams,
};
