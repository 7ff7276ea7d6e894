import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { RecordingServices } from '../services.ts';
import { headView } from './case-view.ts';
import { readListRequest } from './list-request.ts';
import { listCasesDoc } from './recordings.doc.ts';

/** Lists cases of an application, newest first (interface 10). */
export const listCases: Endpoint<Pick<RecordingServices, 'recordings'>> = {
  method: 'GET',
  path: '/api/recorder/apps/{appId}/cases',
  scope: 'read',
  errors: plainErrors,
  doc: listCasesDoc,

  async answer({ params, query }, { recordings }) {
    const request = readListRequest(query);
    if (!request.ok) return badParameter(request.message);
    const page = await recordings.list({ ...request.value, appId: params.appId ?? '' });
    if (page === null) return badParameter('cursor');
    return ok({ items: page.items.map(headView), nextCursor: page.nextCursor });
  },
};
