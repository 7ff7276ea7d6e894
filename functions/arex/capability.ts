import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { arexServices } from './composition.ts';

/** The protocol of the AREX Java agent, over recordings and mocks. */
export const arex = capability({
  name: 'arex',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseSessions',
          'recordingKeys',
          'madeCalls',
          'activeReplays',
          'replaysOfTraces',
          'replaysOfApplications',
          'spreadReplays',
          'arexRecords',
          'dueArexRecords',
          'quotas',
        ],
        puts: ['applications', 'cases', 'recordingKeys', 'madeCalls', 'arexRecords', 'dueArexRecords', 'quotas'],
        batchWrites: ['applications', 'applicationNames'],
        updates: ['quotas'],
        // The payload of a record whose case was there already.
        removes: ['cases', 'arexRecords', 'dueArexRecords'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'startupCalls', 'madeCalls', 'arexRecords'],
        writes: ['cases', 'startupCalls', 'madeCalls', 'arexRecords'],
        removes: ['cases', 'arexRecords'],
      }),
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
    },
  },
  services: arexServices,
  endpoints,
});
