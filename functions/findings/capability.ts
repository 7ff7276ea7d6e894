import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { settlingServices } from './composition.ts';
import { pages } from './pages/pages.ts';
import { steps } from './steps/steps.ts';

/** Findings of a run: classification, marks, recompare, settling. */
export const findings = capability({
  name: 'findings',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseSessions',
          'caseLists',
          'pinnedCaseLists',
          'plans',
          'planListsOfApplications',
          'results',
          'analysisExecutors',
          'recordingKeys',
          'quotas',
        ],
        // Results that become recordings change these.
        puts: ['audit', 'applications', 'cases', 'recordingKeys', 'plans', 'results', 'quotas'],
        updates: ['cases', 'plans', 'results', 'quotas'],
        removes: ['applications', 'cases', 'plans'],
        checks: ['applications'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans'],
        writes: ['cases', 'pinnedCases', 'importedRules', 'plans'],
        removes: ['cases', 'pinnedCases', 'importedRules'],
      }),
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
      workflows: { starts: ['recompare'] },
    },
    steps: {
      table: rows({
        reads: ['applications', 'cases', 'caseSessions', 'plans', 'results', 'analysisExecutors', 'quotas'],
        puts: ['plans', 'results', 'quotas'],
        updates: ['plans', 'results', 'quotas'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'importedRules', 'plans'], writes: ['plans'] }),
      keys: { opens: ['pass-thresholds'] },
      workflows: {},
    },
  },
  services: settlingServices,
  endpoints,
  pages,
  steps: { tasks: steps, services: settlingServices, fault: ROUND_FAULT },
});
