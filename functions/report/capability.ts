import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { reportServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Reads runs: poll, lists and the report page. */
export const report = capability({
  name: 'report',
  uses: {
    // Its forms start replays and recompares.
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseLists',
          'pinnedCaseLists',
          'caseSessions',
          'plans',
          'planLists',
          'planListsOfApplications',
          'results',
          'noise',
          'analysisExecutors',
          'quotas',
          'badges',
        ],
        puts: ['audit', 'applications', 'badges', 'plans', 'results', 'quotas'],
        updates: ['plans', 'results', 'quotas'],
        removes: ['applications', 'badges', 'plans'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'importedRules', 'plans'], writes: ['plans'] }),
      egress: true,
      keys: CREDENTIALS,
      workflows: { starts: ['replay', 'recompare'] },
    },
  },
  services: reportServices,
  endpoints,
  pages,
});
