import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { consoleServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** The overview of applications. */
export const console = capability({
  name: 'console',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'apiKeyNames',
          'applications',
          'cases',
          'caseLists',
          'applicationNames',
          'plans',
          'planListsOfApplications',
          'results',
        ],
        puts: ['apiKeys', 'apiKeyNames', 'applications', 'audit', 'badges', 'plans', 'results'],
        updates: ['results'],
        removes: ['apiKeys', 'applications', 'badges'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans'], writes: ['plans'] }),
      keys: CREDENTIALS,
      workflows: {},
    },
  },
  functions: {
    'retention-ticker': {
      table: rows({
        reads: [
          'applications',
          'dueRetention',
          'cases',
          'caseLists',
          'caseSessions',
          'plans',
          'planListsOfApplications',
          'results',
          'noise',
          'deliveries',
          'runs',
        ],
        puts: ['applications', 'audit'],
        updates: ['applications'],
        removes: ['applications', 'cases', 'caseSessions', 'plans'],
        batchWrites: ['plans', 'results', 'noise', 'deliveries'],
      }),
      blobs: blobs({ removes: ['cases', 'startupCalls', 'plans', 'deliveries'] }),
    },
  },
  services: consoleServices,
  pages,
});
