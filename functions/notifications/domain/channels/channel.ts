import * as v from 'valibot';
import { CHANNEL_TYPES, type ChannelType, WEBHOOK_FORMATS, type WebhookFormat } from '../channel-kind.ts';

/** A notification channel (spec 2.7) without its sealed fields. `addressKey` is never returned. */
export const Channel = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(CHANNEL_TYPES),
  /** Of a webhook; absent in bots, and where none was chosen (`cloudevents`). */
  format: v.optional(v.picklist(WEBHOOK_FORMATS)),
  urlMasked: v.string(),
  secretConfigured: v.boolean(),
  /** Applications whose replays are notified here. Empty: all. */
  appIds: v.array(v.string()),
  onlyOnFailure: v.boolean(),
  enabled: v.boolean(),
  /** Epoch ms. */
  createdAt: v.number(),
  updatedAt: v.number(),
  /** Digest of the address, equal for channels that share a receiver (channel-address.ts). */
  addressKey: v.string(),
});
export type Channel = v.InferOutput<typeof Channel>;

/** Fields of a channel that users set, unsealed. */
export interface ChannelFields {
  name: string;
  type: ChannelType;
  format?: WebhookFormat;
  url: string;
  /** Empty: no secret. */
  secret: string;
  appIds: string[];
  onlyOnFailure: boolean;
  enabled: boolean;
}

/** The members that an update sends. Omitted members keep their values (spec 4.4). */
export type ChannelChange = Partial<ChannelFields>;

/** A change of the type requires a new URL (interface 2.7). */
export const lacksUrl = ({ type }: Pick<Channel, 'type'>, change: ChannelChange): boolean =>
  change.type !== undefined && change.type !== type && change.url === undefined;
