import * as v from 'valibot';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { Channel } from '../domain/channels/channel.ts';

/** A channel as answers show it (spec 2.7). */
export const ShownChannel = v.object({
  ...v.omit(Channel, ['addressKey']).entries,
  createdAt: Time,
  updatedAt: Time,
});
export type ShownChannel = v.InferOutput<typeof ShownChannel>;

/** An example of it. */
export const CHANNEL_EXAMPLE: ShownChannel = {
  id: EXAMPLE.channelId,
  name: 'Release build',
  type: 'webhook',
  urlMasked: 'http://ci.internal/***?key',
  secretConfigured: true,
  appIds: [EXAMPLE.appId],
  onlyOnFailure: false,
  enabled: true,
  createdAt: EXAMPLE.time,
  updatedAt: EXAMPLE.time,
};
