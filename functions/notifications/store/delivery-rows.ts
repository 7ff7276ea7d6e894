import * as v from 'valibot';
import type { Item, Key, Table } from '../../platform/world.ts';
import { Delivery, type DeliveryMessage } from '../domain/delivery.ts';
import { deliveryId } from '../domain/delivery-id.ts';

/** The index of unfinished deliveries is spread over so many partitions, one per first hex digit of an id. */
const SHARDS = '0123456789abcdef';

/** Where a delivery is kept: pk `T#<tenant>#DELIVERY#<planId>#<round>`, sk `<channelId>#<event>`. */
export const deliveryKey = ({ tenant, planId, round, channelId, eventType }: DeliveryMessage): Key => ({
  pk: `T#${tenant}#DELIVERY#${planId}#${round}`,
  sk: `${channelId}#${eventType}`,
});

/** Where it is kept how far an event of a round has been announced: the id of the last channel; same pk, sk `ANNOUNCED#<event>`. */
export const announcementKey = (message: DeliveryMessage): Key => ({
  pk: deliveryKey(message).pk,
  sk: `ANNOUNCED#${message.eventType}`,
});

/** Until it ends a delivery is listed in i1, over all tenants and by its creation, for the sweeper. */
export const unfinishedDelivery = (delivery: DeliveryMessage & { createdAt: number }) => ({
  i1pk: lineOf(deliveryId(delivery)[0] ?? ''),
  i1sk: String(delivery.createdAt).padStart(15, '0'),
});

/** What the queue carries of a delivery. */
export const messageOf = ({ tenant, planId, round, channelId, eventType }: DeliveryMessage): DeliveryMessage => ({
  ...{ tenant, planId, round, channelId, eventType },
});

export const deliveryOf = (item: Item | undefined): Delivery | undefined => item && v.parse(Delivery, item);

/** Deliveries of every tenant that have not ended, page by page. */
export async function* unfinishedDeliveries(table: Table): AsyncGenerator<Delivery[]> {
  for (const shard of SHARDS) {
    let after: string | null | undefined;
    do {
      const query = { index: 'i1', pk: lineOf(shard), limit: 100 } as const;
      const page = await table.query(after ? { ...query, after } : query);
      yield page.items.map((item) => v.parse(Delivery, item));
      after = page.next;
    } while (after !== null);
  }
}

const lineOf = (shard: string) => `SYSTEM#DELIVERIES#${shard}`;
