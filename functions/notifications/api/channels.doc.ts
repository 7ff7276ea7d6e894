import * as v from 'valibot';
import { answers, docs, json, named, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { CHANNEL_TYPES } from '../domain/channel-kind.ts';
import { ChannelBody } from '../domain/channels/channel-request.ts';
import { CHANNEL_EXAMPLE, ShownChannel } from './shown-channel.ts';

const params: ParameterDocs = {
  id: { schema: v.string(), description: 'Id of a channel.', example: EXAMPLE.channelId },
};
const done = { 200: json(Outcome, { errorCode: null, errorMessage: null }) };

/** What the OpenAPI document says of channels (spec 2.7, 4.4, 7.3). */
export const channelDocs = docs('Notification channels', {
  listChannels: {
    summary: 'List channels',
    description: 'Returns every channel with a masked address and without its secret.',
    responses: answers(
      v.object({
        channels: v.array(named('Channel', ShownChannel)),
        supportedTypes: v.array(v.picklist(CHANNEL_TYPES)),
      }),
      { channels: [CHANNEL_EXAMPLE], supportedTypes: CHANNEL_TYPES },
    ),
  },
  saveChannel: {
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
    responses: answers(v.object({ id: v.nullable(v.string()), ...Outcome.entries }), {
      id: EXAMPLE.channelId,
      errorCode: null,
      errorMessage: null,
    }),
    codes: {
      MISSING_TYPE: 'type is missing.',
      UNKNOWN_TYPE: 'type is not one of supportedTypes.',
      MISSING_URL: 'url is missing; another type needs one too.',
      UNSUPPORTED_SCHEME: 'url is not http or https, or has credentials in it.',
      NOT_FOUND: 'There is no channel with this id.',
      INVALID_CHANNEL: 'A member is invalid; errorMessage names it.',
      TOO_MANY_CHANNELS: 'The maximum number of channels exists already.',
    },
  },
  deleteChannel: {
    summary: 'Delete a channel',
    description: 'Pending messages to the channel are no longer sent.',
    params,
    responses: done,
    codes: { NOT_FOUND: 'There is no such channel.' },
  },
  testChannel: {
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
  },
});
