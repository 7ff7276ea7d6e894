import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import type { RecordingServices } from '../services.ts';
import { listApplicationsDoc } from './recordings.doc.ts';

/** Lists the applications that have recordings (interface 10). */
export const listApplications: Endpoint<Pick<RecordingServices, 'recordings'>> = {
  method: 'GET',
  path: '/api/recorder/apps',
  scope: 'read',
  errors: plainErrors,
  doc: listApplicationsDoc,

  async answer(_, { recordings }) {
    const apps = await recordings.apps();
    return ok({ items: apps.map((appId) => ({ appId })), nextCursor: null });
  },
};
