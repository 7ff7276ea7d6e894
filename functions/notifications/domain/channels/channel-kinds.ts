import { webhook } from '../webhook/webhook.ts';
import { alphaBot } from './alpha-bot.ts';
import { betaBot } from './beta-bot.ts';
import type { ChannelKind, ChannelType } from './channel-kind.ts';

/** The differences between channel types (spec 2.7). */
export const CHANNEL_KINDS: Readonly<Record<ChannelType, ChannelKind>> = {
  alpha_bot: alphaBot,
  beta_bot: betaBot,
  webhook,
};
