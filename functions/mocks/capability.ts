import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { gateway } from './api/gateway.ts';
import { gatewayServices } from './composition.ts';

/** Downstream calls of replayed requests: answered from recordings, and noted. */
export const mocks = capability({
  name: 'mocks',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, {
        reads: [
          'applications',
          'cases',
          'recordingKeys',
          'madeCalls',
          'activeReplays',
          'replaysOfTraces',
          'replaysOfApplications',
          'spreadReplays',
          'replayKeys',
          'quotas',
        ],
        puts: ['audit', 'applications', 'recordingKeys', 'madeCalls', 'replayKeys', 'quotas'],
        batchWrites: ['applications'],
        updates: ['quotas'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'startupCalls', 'madeCalls'],
        writes: ['startupCalls', 'madeCalls'],
      }),
      egress: true,
      http: 'targets',
      keys: {
        seals: [...CREDENTIALS.seals, 'recording-keys', 'replay-keys'],
        opens: [...CREDENTIALS.opens, 'recording-keys', 'replay-keys'],
      },
    },
  },
  services: gatewayServices,
  endpoints,
  prefixes: [gateway],
});
