import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { ChannelServices } from '../composition.ts';
import { channelDocs } from './channels.doc.ts';

/** Deletes a channel. Its pending deliveries are not sent (spec 4.4). */
export const deleteChannel: Endpoint<Pick<ChannelServices, 'channels' | 'deliveries' | 'audit' | 'log'>> = endpoint({
  method: 'DELETE',
  path: '/openapi/v1/notification-channels/{id}',
  scope: null,
  audits: 'channel.deleted',
  errors: openApiErrors,
  doc: channelDocs.deleteChannel,

  async answer({ params: { id = '' }, caller }, { channels, deliveries, audit, log }) {
    const channel = await channels.find(id);
    if (channel === undefined || !(await channels.remove(id)))
      return ok({ errorCode: 'NOT_FOUND', errorMessage: 'there is no such channel' });
    await deliveries.last.remove(id);
    await audit.note(caller, 'channel.deleted', { id }, channel.name);
    log.info('channel deleted', { channel_id: id });
    return ok({ errorCode: null, errorMessage: null });
  },
});
