import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, rows } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { analysisServices, analyzingServices } from './composition.ts';
import { steps } from './steps/steps.ts';

/** Cause analysis of differences. */
export const analysis = capability({
  name: 'analysis',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, {
        reads: [
          'plans',
          'planListsOfApplications',
          'results',
          'analysisJobs',
          'analysisExecutors',
          'channels',
          'deliveries',
        ],
        puts: ['plans', 'analysisExecutors', 'deliveries'],
        updates: ['plans', 'deliveries'],
      }),
      blobs: blobs({ reads: ['plans'], writes: ['plans'] }),
      queue: true,
      keys: {},
      workflows: { completes: ['replay'] },
    },
    steps: {
      table: rows({
        reads: [
          'applications',
          'cases',
          'plans',
          'planListsOfApplications',
          'results',
          'channels',
          'deliveries',
          'quotas',
        ],
        puts: ['plans', 'results', 'deliveries', 'quotas'],
        updates: ['plans', 'results', 'deliveries', 'quotas'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'importedRules', 'plans'], writes: ['plans'] }),
      queue: true,
      keys: {},
      model: true,
      workflows: { starts: ['analysis'], completes: ['replay'] },
    },
  },
  services: analysisServices,
  endpoints,
  steps: { tasks: steps, services: analyzingServices, fault: ROUND_FAULT },
});
