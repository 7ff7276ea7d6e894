import type { PlanRequest, RoundResult } from '../../replay/domain/plan.ts';
import type { ChannelType, NotificationEvent } from './channels/channel-kind.ts';

/** What of a round decides who is told of it. */
export interface ToldRound {
  source: PlanRequest['source'];
  /** findings.state (spec 3.2); null or RUNNING until the round has settled. */
  state: NonNullable<RoundResult['state']> | null;
  event: Exclude<NotificationEvent, 'test'>;
  appId: string;
}

/** What of a channel decides whether it is told (spec 2.7). */
export interface Addressee {
  id: string;
  type: ChannelType;
  appIds: readonly string[];
  onlyOnFailure: boolean;
  enabled: boolean;
}

type Rule = (round: ToldRound, channel: Addressee) => boolean;

/** Spec 6.2, in its order; a channel is told when every rule holds. When to tell (row 3) and how often (row 4) is decided by the workflow and the delivery. */
const RULES: readonly Rule[] = [
  /* 1 */ ({ source }) => source === 'trigger',
  /* 2 */ ({ state }) => state !== null && state !== 'RUNNING',
  /* 5 */ ({ event }, { type }) => event === 'completed' || type === 'webhook',
  /* 6 */ ({ state }, { onlyOnFailure }) => !onlyOnFailure || state !== 'CLEAN',
  /* 7 */ (_, { enabled }) => enabled,
  /* 7 */ ({ appId }, { appIds }) => appIds.length === 0 || appIds.includes(appId),
];

/** Ids of the channels that are told of an event of a round (spec 6.2), in the order given. */
export function whoIsTold({ channels, ...round }: ToldRound & { channels: readonly Addressee[] }): string[] {
  return channels.filter((channel) => RULES.every((holds) => holds(round, channel))).map(({ id }) => id);
}
