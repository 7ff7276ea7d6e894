import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { settingServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Settings and main endpoints of applications. */
export const applications = capability({
  name: 'applications',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: ['applications', 'cases', 'caseLists', 'caseSessions', 'plans', 'planListsOfApplications'],
        puts: ['audit', 'applications'],
        updates: ['applications', 'cases', 'caseSessions'],
        removes: ['applications'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans'],
        writes: ['pinnedCases'],
        removes: ['cases'],
      }),
      keys: { seals: [...CREDENTIALS.seals, 'replay-headers'], opens: [...CREDENTIALS.opens, 'replay-headers'] },
    },
  },
  services: settingServices,
  endpoints,
  pages,
});
