import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { ChannelServices } from '../composition.ts';
import { CHANNEL_TYPES } from '../domain/channel-kind.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { channelDocs } from './channels.doc.ts';
import type { ShownChannel } from './shown-channel.ts';

/** Lists all channels with a masked address and without their secrets (spec 2.7, interface 2.7). */
export const listChannels: Endpoint<Pick<ChannelServices, 'channels'>> = endpoint({
  method: 'GET',
  path: '/openapi/v1/notification-channels',
  scope: null,
  errors: openApiErrors,
  doc: channelDocs.listChannels,
  answer: async (_, { channels }) =>
    ok({ channels: (await channels.list()).map(listed), supportedTypes: [...CHANNEL_TYPES] }),
});

const listed = ({ addressKey: _, createdAt, updatedAt, ...channel }: Channel): ShownChannel => ({
  ...channel,
  createdAt: isoText(createdAt),
  updatedAt: isoText(updatedAt),
});
