import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { intakeServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Recorded cases: intake, import, lists and retention. */
export const recordings = capability({
  name: 'recordings',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseLists',
          'pinnedCaseLists',
          'caseSessions',
          'applicationNames',
          'recordingKeys',
          'planListsOfApplications',
          'quotas',
        ],
        puts: ['audit', 'applications', 'cases', 'caseSessions', 'recordingKeys', 'quotas'],
        batchWrites: ['applications', 'applicationNames'],
        updates: ['cases', 'caseSessions', 'quotas'],
        removes: ['applications', 'cases', 'caseSessions'],
        checks: ['applications'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules'],
        writes: ['cases', 'pinnedCases', 'importedRules'],
        removes: ['cases', 'pinnedCases', 'importedRules'],
      }),
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
    },
  },
  functions: {
    'sealing-ticker': {
      table: rows({
        reads: ['applications', 'dueSealings', 'cases', 'caseLists', 'caseSessions', 'recordingKeys'],
        puts: ['audit', 'applications', 'cases', 'caseSessions', 'recordingKeys'],
        updates: ['applications', 'cases', 'caseSessions'],
        removes: ['applications', 'cases', 'caseSessions'],
        batchWrites: ['applications', 'applicationNames'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases'],
        writes: ['cases', 'pinnedCases'],
        removes: ['cases', 'pinnedCases'],
      }),
      keys: { seals: ['recording-keys'], opens: ['recording-keys'] },
    },
  },
  services: intakeServices,
  endpoints,
  pages,
});
