import * as v from 'valibot';
import { isDamaged } from '../../platform/values/damaged-data.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Item, Key, Table } from '../../platform/world.ts';
import { Delivery, type DeliveryMessage, deliveryId } from '../domain/delivery.ts';

/** The index of unfinished deliveries has one partition per first hex digit of an id. */
const SHARDS = '0123456789abcdef';

/** Key of a delivery: pk `T#<tenant>#DELIVERY#<planId>#<round>`, sk `<channelId>#<event>`. */
export const deliveryKey = ({ tenant, planId, round, channelId, eventType }: DeliveryMessage): Key => ({
  pk: partitionOf('deliveries', tenant, planId, round),
  sk: `${channelId}#${eventType}`,
});

/**
 * Key of the announcement progress of an event: the row holds the id of the last channel. Same pk, sk
 * `ANNOUNCED#<event>`.
 */
export const announcementKey = (message: DeliveryMessage): Key => ({
  pk: deliveryKey(message).pk,
  sk: `ANNOUNCED#${message.eventType}`,
});

/** Index keys of an unfinished delivery: i1, over all tenants by creation, for the sweeper. */
export const unfinishedDelivery = (delivery: DeliveryMessage & { createdAt: number }) => ({
  i1pk: lineOf(deliveryId(delivery)[0] ?? ''),
  i1sk: paddedTime(delivery.createdAt),
});

/** The queue message of a delivery. */
export const messageOf = ({ tenant, planId, round, channelId, eventType }: DeliveryMessage): DeliveryMessage => ({
  tenant,
  planId,
  round,
  channelId,
  eventType,
});

export const deliveryOf = (item: Item | undefined): Delivery | undefined => item && v.parse(Delivery, item);

/** Unfinished deliveries of all tenants, page by page. */
export async function* unfinishedDeliveries(table: Table): AsyncGenerator<Delivery[]> {
  for (const shard of SHARDS) {
    let after: string | null | undefined;
    do {
      const query = { index: 'i1', pk: lineOf(shard), limit: 100, damaged: 'marked' } as const;
      const page = await table.query(after ? { ...query, after } : query);
      // A damaged row must not keep the others from being looked after.
      yield page.items.filter((item) => !isDamaged(item)).map((item) => v.parse(Delivery, item));
      after = page.next;
    } while (after !== null);
  }
}

const lineOf = (shard: string) => partitionOf('dueDeliveries', shard);
