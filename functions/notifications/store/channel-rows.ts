import * as v from 'valibot';
import type { Item } from '../../platform/world.ts';
import { Channel, type ChannelChange, type ChannelFields } from '../domain/channels/channel.ts';
import { addressKeyOf, maskedUrl } from '../domain/channels/channel-address.ts';

const StoredChannel = v.object({
  ...Channel.entries,
  version: v.number(),
  /** Envelopes of the Keys port. */
  sealedUrl: v.string(),
  sealedSecret: v.nullable(v.string()),
});
export type StoredChannel = v.InferOutput<typeof StoredChannel>;

/** Rows of data version 2 call the address key `robot` (docs/upgrades.md). */
const currentForm = ({ robot, ...row }: Item) => ({ addressKey: robot, ...row });
export const parseStored = (row: Item): StoredChannel => v.parse(StoredChannel, currentForm(row));
export const parseChannel = (row: Item): Channel => v.parse(Channel, currentForm(row));

/**
 * A channel without what does not belong to its new type or address. A secret was given for one type and one origin:
 * another of either needs the secret again (decision 006).
 */
function keptOf(before: StoredChannel, { type = before.type, url }: ChannelChange): StoredChannel {
  const { format: _, ...general } = before;
  const kept = type === before.type ? before : general;
  const isSameOrigin = url === undefined || new URL(url).origin === new URL(before.urlMasked).origin;
  return type === before.type && isSameOrigin ? kept : { ...kept, sealedSecret: null, secretConfigured: false };
}

type Seals = Partial<Pick<StoredChannel, 'sealedUrl' | 'sealedSecret' | 'secretConfigured'>>;

/** A channel with a change, and what of it was sealed. */
export const changedRow = (
  before: StoredChannel,
  change: ChannelChange,
  seals: Seals,
  updatedAt: number,
): StoredChannel => {
  const { url, secret: _, ...shown } = change;
  return {
    ...keptOf(before, change),
    ...shown,
    ...seals,
    ...(url !== undefined && {
      urlMasked: maskedUrl(url),
      addressKey: addressKeyOf(change.type ?? before.type, url),
    }),
    updatedAt,
    version: before.version + 1,
  };
};

/** A new channel, with its url and secret sealed. */
export const newRow = (
  id: string,
  { url, secret: _, ...shown }: ChannelFields,
  seals: Seals,
  createdAt: number,
): StoredChannel =>
  v.parse(StoredChannel, {
    ...shown,
    ...seals,
    id,
    urlMasked: maskedUrl(url),
    addressKey: addressKeyOf(shown.type, url),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
