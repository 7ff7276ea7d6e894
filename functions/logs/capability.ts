import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { logServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Log rows of applications and of the service. */
export const logs = capability({
  name: 'logs',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseLists',
          'applicationNames',
          'logs',
          'plans',
          'planListsOfApplications',
          'results',
          'quotas',
        ],
        puts: ['quotas'],
        updates: ['quotas'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans', 'logs', 'lookups'], writes: ['lookups'] }),
      keys: CREDENTIALS,
    },
  },
  // A lookup streams up to what Lambda streams.
  streams: true,
  services: logServices,
  endpoints,
  pages,
});
