import * as v from 'valibot';
import { type EndpointDoc, json, named, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome, Time } from '../../platform/http/documents/shown-schemas.ts';
import { CHANNEL_TYPES } from '../domain/channel-kind.ts';
import { Channel } from '../domain/channels/channel.ts';
import { ChannelBody } from '../domain/channels/channel-request.ts';

const { addressKey: _, ...shown } = Channel.entries;
const ShownChannel = named('Channel', v.object({ ...shown, createdAt: Time, updatedAt: Time }));

const params: ParameterDocs = {
  id: { schema: v.string(), description: 'Id of a channel.', example: EXAMPLE.channelId },
};
const done = { 200: json(Outcome, { errorCode: null, errorMessage: null }) };

/** API documentation of listing channels (spec 2.7, interface 2.7). */
export const listChannelsDoc: EndpointDoc = {
  id: 'listChannels',
  tag: 'Notification channels',
  summary: 'List channels',
  description: 'Returns every channel with a masked address and without its secret.',
  responses: {
    200: json(v.object({ channels: v.array(ShownChannel), supportedTypes: v.array(v.picklist(CHANNEL_TYPES)) }), {
      channels: [
        {
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
        },
      ],
      supportedTypes: CHANNEL_TYPES,
    }),
  },
};

/** API documentation of saving a channel (spec 4.4, 7.3). */
export const saveChannelDoc: EndpointDoc = {
  id: 'saveChannel',
  tag: 'Notification channels',
  summary: 'Create or change a channel',
  description:
    'With `id`, only the members that are sent change, and null keeps a value. Without `id`, a channel is created.',
  request: json(named('ChannelToSave', ChannelBody), {
    name: 'Release build',
    type: 'webhook',
    url: 'http://ci.internal:9000/replays',
    secret: 's3cret-of-ci',
    appIds: [EXAMPLE.appId],
  }),
  responses: {
    200: json(
      v.object({
        id: v.nullable(v.string()),
        errorCode: v.nullable(v.string()),
        errorMessage: v.nullable(v.string()),
      }),
      { id: EXAMPLE.channelId, errorCode: null, errorMessage: null },
    ),
  },
  codes: {
    MISSING_TYPE: 'type is missing.',
    UNKNOWN_TYPE: 'type is not one of supportedTypes.',
    MISSING_URL: 'url is missing; another type needs one too.',
    UNSUPPORTED_SCHEME: 'url is not http or https, or has credentials in it.',
    NOT_FOUND: 'There is no channel of this id.',
    INVALID_CHANNEL: 'A member is invalid; errorMessage names it.',
    TOO_MANY_CHANNELS: 'The maximum number of channels exists already.',
  },
};

/** API documentation of deleting a channel (spec 4.4). */
export const deleteChannelDoc: EndpointDoc = {
  id: 'deleteChannel',
  tag: 'Notification channels',
  summary: 'Delete a channel',
  description: 'Pending messages to the channel are no longer sent.',
  params,
  responses: done,
  codes: { NOT_FOUND: 'There is no such channel.' },
};

/** API documentation of testing a channel (spec 4.4, 7.3). */
export const testChannelDoc: EndpointDoc = {
  id: 'testChannel',
  tag: 'Notification channels',
  summary: 'Send a sample message',
  description:
    'The sample has every section, and is sent to a paused channel too. Limits: 10 per minute and channel, and 30 per minute in total. Samples count towards the limit of messages.',
  params,
  responses: done,
  codes: {
    NOT_FOUND: 'There is no such channel.',
    RATE_LIMITED: 'Too many test sends; try again in a minute.',
    SEND_FAILED: "It was not delivered; errorMessage is the receiver's HTTP status, or `no response`.",
  },
};
