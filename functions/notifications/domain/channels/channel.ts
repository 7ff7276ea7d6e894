import * as v from 'valibot';
import { CHANNEL_TYPES, type ChannelType } from './channel-kind.ts';

/** A notification channel (spec 2.7) without what is sealed of it; `robot` is shown to nobody. */
export const Channel = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(CHANNEL_TYPES),
  urlMasked: v.string(),
  secretConfigured: v.boolean(),
  /** Applications whose replays are told here; none: all. */
  appIds: v.array(v.string()),
  onlyOnFailure: v.boolean(),
  enabled: v.boolean(),
  /** Epoch ms. */
  createdAt: v.number(),
  updatedAt: v.number(),
  /** Digest of the address, the same for channels that share a receiver (channel-address.ts). */
  robot: v.string(),
});
export type Channel = v.InferOutput<typeof Channel>;

/** What people set of a channel, in clear. */
export interface ChannelFields {
  name: string;
  type: ChannelType;
  url: string;
  /** Empty: none. */
  secret: string;
  appIds: string[];
  onlyOnFailure: boolean;
  enabled: boolean;
}

/** The members that an update sends; what is left out keeps its value (spec 4.4). */
export type ChannelChange = Partial<ChannelFields>;

/** Interface 2.7: another type needs its url with it. */
export const lacksUrl = ({ type }: Pick<Channel, 'type'>, change: ChannelChange): boolean =>
  change.type !== undefined && change.type !== type && change.url === undefined;
