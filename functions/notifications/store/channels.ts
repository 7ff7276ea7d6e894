import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { World } from '../../platform/world.ts';
import type { Destination } from '../domain/channel-kind.ts';
import { Channel, type ChannelChange, type ChannelFields, lacksUrl } from '../domain/channels/channel.ts';
import { changedRow, newRow, parseChannel, parseStored, type StoredChannel } from './channel-rows.ts';
import { channelSeals } from './channel-seals.ts';

/** Maximum channels of one tenant. Two concurrent requests may exceed it by one. @internal */
export const MAX_CHANNELS = 1000;

/**
 * Notification channels (spec 2.7): pk `T#<tenant>#CHANNELS`, sk `<id>`. URL and secret are sealed for tenant, channel
 * and field.
 */
export function channelStore(
  { table, keys, now, newId }: Pick<World, 'table' | 'keys' | 'now' | 'newId'>,
  tenant: string,
) {
  const pk = partitionOf('channels', tenant);
  const keyOf = (id: string) => ({ pk, sk: id });
  const { seal, open } = channelSeals(keys, tenant);

  async function stored(id: string): Promise<StoredChannel | undefined> {
    const row = await table.get(keyOf(id));
    return row && parseStored(row);
  }

  async function list(): Promise<Channel[]> {
    const rows = await Array.fromAsync(queryAll(table, { pk }));
    return rows.map(parseChannel).sort((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id));
  }

  return {
    /** All channels, oldest first. */
    list,

    async find(id: string): Promise<Channel | undefined> {
      const row = await table.get(keyOf(id));
      return row && parseChannel(row);
    },

    async create(fields: ChannelFields): Promise<Result<Channel, 'TOO_MANY_CHANNELS'>> {
      if ((await list()).length >= MAX_CHANNELS)
        return refuse('TOO_MANY_CHANNELS', `there are already ${MAX_CHANNELS} channels, the maximum`);
      const id = newId().slice(0, 24);
      const row = newRow(id, fields, await seal(id, fields), now());
      if (!(await table.put({ ...keyOf(id), ...row }, { when: 'absent' }))) throw new Error('an id came twice');
      return accept(v.parse(Channel, row));
    },

    /** Changes the given members. Two concurrent changes are both applied. */
    async update(id: string, change: ChannelChange): Promise<Result<Channel, 'NOT_FOUND' | 'MISSING_URL'>> {
      let seals: Awaited<ReturnType<typeof seal>> | undefined;
      return retryOnConflict(
        async () => {
          const before = await stored(id);
          if (before === undefined) return refuse('NOT_FOUND', 'there is no such channel');
          if (lacksUrl(before, change)) return refuse('MISSING_URL', 'url is missing: another type needs one');
          seals ??= await seal(id, change);
          const row = changedRow(before, change, seals, now());
          const when = { version: { equals: before.version } };
          return (await table.put({ ...keyOf(id), ...row }, { when })) ? accept(v.parse(Channel, row)) : CONFLICT;
        },
        { subject: 'the channel' },
      );
    },

    /** False when there is no such channel. */
    remove: async (id: string): Promise<boolean> =>
      (await table.get(keyOf(id))) !== undefined && table.remove(keyOf(id), { when: 'present' }),

    /**
     * Unsealed destination of a channel, for the notifier only. Throws if the channel was deleted or has another
     * receiver since it was read.
     */
    async destinationOf(channel: Pick<Channel, 'id' | 'type' | 'format' | 'addressKey'>): Promise<Destination> {
      const { type, format, addressKey } = channel;
      const row = await stored(channel.id);
      if (row === undefined || row.type !== type || row.format !== format || row.addressKey !== addressKey)
        throw new Error('the channel was changed in the meantime');
      return open(row);
    },
  };
}
