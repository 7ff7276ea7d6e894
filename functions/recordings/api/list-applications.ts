import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { listApplicationsDoc } from './recordings.doc.ts';

/** The applications that anything was recorded of (interface 10). */
export const listApplications: Endpoint = {
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
