import type { RoundResult } from '../../replay/domain/plan.ts';
import { type ChannelType, messageKindOf, type NotificationEvent, type WebhookFormat } from './channel-kind.ts';
import { CHANNEL_TRAITS } from './channels/channel-traits.ts';

/** Facts of a round that determine its recipients. */
export interface NotifiedRound {
  /** Whether the way it was started sends notifications (replay/domain/plan.ts). */
  isNotified: boolean;
  /** findings.state (spec 3.2). Null or RUNNING until the round has settled. */
  state: NonNullable<RoundResult['state']> | null;
  event: Exclude<NotificationEvent, 'test'>;
  appId: string;
}

/** Facts of a channel that determine whether it is notified (spec 2.7). */
export interface Recipient {
  id: string;
  type: ChannelType;
  format?: WebhookFormat | undefined;
  appIds: readonly string[];
  onlyOnFailure: boolean;
  enabled: boolean;
}

type Rule = (round: NotifiedRound, channel: Recipient) => boolean;

/**
 * Rules of spec 6.2, in its order. A channel is notified if every rule holds. The workflow decides the time (row 3),
 * and the delivery the number of sends (row 4).
 */
const RULES: readonly Rule[] = [
  /* 1 */ ({ isNotified }) => isNotified,
  /* 2 */ ({ state }) => state !== null && state !== 'RUNNING',
  /* 5 */ ({ event }, channel) => CHANNEL_TRAITS[messageKindOf(channel)].events.includes(event),
  /* 6 */ ({ state }, { onlyOnFailure }) => !onlyOnFailure || state !== 'CLEAN',
  /* 7 */ (_, { enabled }) => enabled,
  /* 7 */ ({ appId }, { appIds }) => appIds.length === 0 || appIds.includes(appId),
];

/** Ids of the channels to notify of an event of a round (spec 6.2), in the given order. */
export function recipientsOf({ channels, ...round }: NotifiedRound & { channels: readonly Recipient[] }): string[] {
  return channels.filter((channel) => RULES.every((holds) => holds(round, channel))).map(({ id }) => id);
}
