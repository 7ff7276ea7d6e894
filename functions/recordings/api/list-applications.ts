import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { RecordingServices } from '../composition.ts';
import { recordingDocs } from './recordings.doc.ts';

/** Lists the applications that have recordings, with their stored bytes (interface 10). */
export const listApplications: Endpoint<Pick<RecordingServices, 'recordings'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps',
  scope: 'read',
  errors: plainErrors,
  doc: recordingDocs.listApplications,

  async answer(_, { recordings }) {
    const apps = await recordings.apps();
    const items = await Promise.all(
      apps.map(async (appId) => {
        const { rolling, pinned } = await recordings.bytesOf(appId);
        return { appId, rollingBytes: rolling, pinnedBytes: pinned };
      }),
    );
    return ok({ items, nextCursor: null });
  },
});
