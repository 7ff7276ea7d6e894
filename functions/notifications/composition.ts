import { ANNOUNCE, analysisServices } from '../analysis/composition.ts';
import { settlingServices } from '../findings/composition.ts';
import { CHANNEL_NAMES, codeAnswersOf, invitationAnswersOf } from '../login/composition.ts';
import { bind, type Composition } from '../platform/composition.ts';
import { rateWindows } from '../platform/table/rate-windows.ts';
import { partitionOf } from '../platform/values/families/row-families.ts';
import { notificationFacts } from './service/notification-facts.ts';
import { channelStore } from './store/channels.ts';
import { deliveryStore } from './store/deliveries.ts';

type Ports = 'table' | 'blobs' | 'queue' | 'keys' | 'workflows';

export interface NotificationServices extends ReturnType<typeof notificationServices> {}

/** Services for channels, deliveries, and the content of notifications. */
export function notificationServices({ config, world, use }: Composition<Ports>) {
  const below = use(analysisServices);
  return {
    ...below,
    ...world,
    ...use(deliveriesOf),
    rateWindows: rateWindows(world),
    notificationFacts: notificationFacts({ ...below, publicUrl: config.publicUrl, aiLanguage: config.aiLanguage }),
  };
}

export interface ChannelServices extends ReturnType<typeof channelServices> {}

/** What changes channels and tests them. */
export const channelServices = ({ config, world, use }: Composition<Ports | 'egress'>) => ({
  ...use(notificationServices),
  ...world,
  config,
});

/** Services that send messages, including emails with verification codes. */
export const notifierServices = ({ world, use, shared }: Composition<Ports | 'http' | 'mail'>) => ({
  ...use(notificationServices),
  ...world,
  codeRequests: shared(codeAnswersOf),
  invitationAnswers: shared(invitationAnswersOf),
});

export interface RecoveryServices extends ReturnType<typeof recoveryServices> {}

/** Services that end and announce rounds after a crash. */
export const recoveryServices = ({ world, use }: Composition<Ports>) => ({
  ...use(settlingServices),
  ...use(notificationServices),
  ...world,
});

function deliveriesOf({ world, tenant }: Composition<'table' | 'blobs' | 'queue' | 'keys'>) {
  const channels = channelStore(world, tenant);
  return { channels, deliveries: deliveryStore({ ...world, channels }, tenant) };
}

/** The partitions of the deliveries of a plan's rounds. */
export const deliveryPartitionsOf =
  ({ tenant }: Composition) =>
  ({ planId, round }: { planId: string; round: number }): string[] =>
    Array.from({ length: round }, (_, at) => partitionOf('deliveries', tenant, planId, at + 1));

/** Lets the audit log show channels by their names. */
export const channelNamesBinding = bind(CHANNEL_NAMES, ({ world, tenant }: Composition<'table' | 'keys'>) => {
  const channels = channelStore(world, tenant);
  return async () => new Map((await channels.list()).map(({ id, name }) => [id, name]));
});

/** A diagnosis is announced to channels. */
export const announceBinding = bind(ANNOUNCE, ({ use }: Composition<'table' | 'blobs' | 'queue' | 'keys'>) => {
  const { deliveries } = use(deliveriesOf);
  return (plan, round) => deliveries.announce(plan, round, 'diagnosed');
});
