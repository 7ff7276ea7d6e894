import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { reportServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Reads runs: poll, lists and the report page. */
export const report = capability({
  name: 'report',
  uses: {
    // Its forms start replays and recompares, and make results the new recordings.
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
          'recordingKeys',
          'quotas',
          'badges',
        ],
        puts: ['audit', 'applications', 'badges', 'cases', 'recordingKeys', 'plans', 'results', 'quotas'],
        updates: ['cases', 'plans', 'results', 'quotas'],
        removes: ['applications', 'badges', 'cases', 'plans'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans'],
        writes: ['cases', 'pinnedCases', 'plans'],
        removes: ['cases', 'pinnedCases'],
      }),
      egress: true,
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
      workflows: { starts: ['replay', 'recompare'] },
    },
  },
  services: reportServices,
  endpoints,
  pages,
});
