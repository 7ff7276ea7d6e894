import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { deleteChannelDoc } from './channels.doc.ts';

/** Deletes a channel; what is on its way to it is not sent any more (spec 4.4). */
export const deleteChannel: Endpoint = {
  method: 'DELETE',
  path: '/openapi/v1/notification-channels/{id}',
  scope: null,
  errors: openApiErrors,
  doc: deleteChannelDoc,

  async answer({ params: { id = '' }, caller }, { channels, audit, log }) {
    if (!(await channels.remove(id))) return ok({ errorCode: 'NOT_FOUND', errorMessage: 'there is no such channel' });
    await audit.note(caller, 'channel.deleted', { id });
    log.info('channel deleted', { channel_id: id });
    return ok({ errorCode: null, errorMessage: null });
  },
};
