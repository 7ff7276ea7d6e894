import type { Blobs, Queue, Table, World } from '../../platform/world.ts';
import { isNotified, newPlanId, type ReplayPlan, type ReplayRound } from '../../replay/domain/plan.ts';
import { type ChannelType, messageKindOf, type NotificationEvent, type WebhookFormat } from '../domain/channel-kind.ts';
import type { Delivery, DeliveryMessage } from '../domain/delivery.ts';
import { type Recipient, recipientsOf } from '../domain/recipients.ts';
import { type DeliveryClaims, deliveryClaims } from './delivery-claims.ts';
import { announcementKey, deliveryKey, deliveryOf, unfinishedDelivery } from './delivery-rows.ts';
import { lastDeliveryStore } from './last-deliveries.ts';

/**
 * A test message is of use while its sender waits for it (notifications/api/test-channel.ts); after that it is not
 * sent.
 */
export const TEST_LIFE_MS = 20_000;
/** Channels written concurrently. */
const CONCURRENCY = 50;

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/**
 * Deliveries to channels (spec 6.2): one row per plan, round, channel and event, with a message in the queue for each.
 */
export function deliveryStore(
  {
    channels,
    ...ports
  }: {
    table: Table;
    blobs: Blobs;
    queue: Queue;
    channels: { list(): Promise<readonly Recipient[]> };
  } & Pick<World, 'now' | 'elapsed' | 'newId'>,
  tenant: string,
) {
  const { table, now, newId } = ports;
  const claims = deliveryClaims(ports);

  /**
   * Writes the row once. A repeat enqueues again if the row is still unclaimed, because the first call may have crashed
   * in between.
   */
  async function begin(delivery: Delivery): Promise<void> {
    const row = { ...deliveryKey(delivery), ...delivery, ...unfinishedDelivery(delivery) };
    const isNew = await table.put(row, { when: 'absent' });
    const standing = isNew ? delivery : deliveryOf(await table.get(deliveryKey(delivery)));
    if (standing?.state === 'NEW' && standing.attempts === 0) await claims.wake(delivery);
  }

  const last = lastDeliveryStore(ports, tenant);

  return {
    ...claims,
    /** The last delivery of each channel. */
    last,

    end: notingEnd(claims, last),

    /** Enqueues an event of a settled round for all its recipients (spec 6.2). Idempotent. */
    async announce(
      plan: Pick<ReplayPlan, 'planId' | 'appId' | 'source' | 'scheduleId' | 'notify' | 'expiresAt'>,
      { round, result }: Pick<ReplayRound, 'round' | 'result'>,
      event: Exclude<NotificationEvent, 'test'>,
    ): Promise<void> {
      const all = await channels.list();
      const { appId } = plan;
      const state = result?.state ?? null;
      const notified = new Set(recipientsOf({ isNotified: isNotified(plan), state, event, appId, channels: all }));
      const recipients = all.filter(({ id }) => notified.has(id));
      const { planId, expiresAt } = plan;
      const message = (channelId: string): DeliveryMessage => ({ tenant, planId, round, channelId, eventType: event });
      const mark = announcementKey(message(''));
      // After a crash, the next call continues after the last announced channel. The order of channels is stable.
      const row = await table.get(mark);
      let next = 1 + recipients.findIndex(({ id }) => id === row?.upTo);
      while (next < recipients.length) {
        const some = recipients.slice(next, next + CONCURRENCY);
        next += some.length;
        await Promise.all(some.map((channel) => begin(newDelivery(message(channel.id), channel, now(), expiresAt))));
        await table.put({ ...mark, upTo: some.at(-1)?.id ?? '', expiresAt });
      }
    },

    /** Enqueues a sample message (spec 4.4). It expires unsent when its caller no longer waits for it. */
    async test(channel: { id: string; type: ChannelType; format?: WebhookFormat | undefined }): Promise<Delivery> {
      const planId = newPlanId(now(), newId());
      const message = { tenant, planId, round: 1, channelId: channel.id, eventType: 'test' } as const;
      const delivery = newDelivery(message, channel, now(), now() + TEST_LIFE_MS);
      await begin(delivery);
      return delivery;
    },
  };
}

/** Ends a delivery, and notes it as the last of its channel unless it is a test. False if another worker did. */
const notingEnd =
  ({ end }: Pick<DeliveryClaims, 'end'>, last: ReturnType<typeof lastDeliveryStore>) =>
  async (...[delivery, state, facts]: Parameters<typeof end>): Promise<boolean> => {
    const isMine = await end(delivery, state, facts);
    if (isMine && delivery.eventType !== 'test') await last.note(delivery, { state, ...facts });
    return isMine;
  };

const newDelivery = (
  message: DeliveryMessage,
  channel: Parameters<typeof messageKindOf>[0],
  createdAt: number,
  expiresAt: number,
): Delivery => ({
  ...message,
  type: messageKindOf(channel),
  state: 'NEW',
  claim: null,
  leaseUntil: 0,
  notBefore: 0,
  wakeAt: 0,
  sweptAt: 0,
  attempts: 0,
  createdAt,
  firstAttemptAt: null,
  httpStatus: null,
  expiresAt,
});
