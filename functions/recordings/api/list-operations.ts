import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { RecordingServices } from '../composition.ts';
import { recordingDocs } from './recordings.doc.ts';

/** Lists the endpoints of an application (interface 10). */
export const listOperations: Endpoint<Pick<RecordingServices, 'recordings'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps/{appId}/operations',
  scope: 'read',
  errors: plainErrors,
  doc: recordingDocs.listOperations,

  async answer({ params }, { recordings }) {
    return ok({ items: await recordings.endpointsOf(params.appId ?? ''), nextCursor: null });
  },
});
