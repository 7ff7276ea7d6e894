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
          'quotas',
        ],
        puts: ['audit', 'applications', 'plans', 'results', 'quotas'],
        updates: ['plans', 'results', 'quotas'],
        removes: ['applications', 'plans'],
        checks: ['applications'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans'],
        writes: ['importedRules', 'plans'],
        removes: ['importedRules'],
      }),
      keys: CREDENTIALS,
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
