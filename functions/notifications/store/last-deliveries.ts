import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import type { Delivery } from '../domain/delivery.ts';
import { LastDelivery, lastDeliveryOf } from '../domain/last-delivery.ts';

/** The last delivery of each channel: pk `T#<tenant>#LASTDELIVERIES`, sk `<channelId>`, as long as the channel. */
export function lastDeliveryStore({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) {
  const pk = partitionOf('lastDeliveries', tenant);

  return {
    /**
     * Notes the end of a delivery. Of two that end in the same moment, one may be missing in the number of failures.
     */
    async note(delivery: Delivery, ended: Parameters<typeof lastDeliveryOf>[1]): Promise<void> {
      const { channelId: sk } = delivery;
      const row = await table.get({ pk, sk });
      const before = row && v.parse(LastDelivery, row);
      await table.put({ pk, sk, ...lastDeliveryOf(delivery, ended, before, now()) });
    },

    /** By the id of the channel. */
    async all(): Promise<Map<string, LastDelivery>> {
      const rows = await Array.fromAsync(queryAll(table, { pk }), (row) => v.parse(LastDelivery, row));
      return new Map(rows.map((row) => [row.channelId, row]));
    },

    /** Forgets the deliveries of a channel that is deleted. */
    remove: async (channelId: string): Promise<void> => void (await table.remove({ pk, sk: channelId })),
  };
}
