import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, rows } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { noiseServices, reducingServices } from './composition.ts';
import { steps } from './steps/steps.ts';

/** Noise reduction. */
export const noise = capability({
  name: 'noise',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, {
        reads: ['applications', 'plans'],
        puts: ['audit', 'applications'],
        updates: ['plans'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans'] }),
      keys: CREDENTIALS,
    },
    steps: {
      table: rows({
        reads: [
          'applications',
          'cases',
          'recordingKeys',
          'madeCalls',
          'replayKeys',
          'plans',
          'results',
          'noise',
          'quotas',
        ],
        puts: ['recordingKeys', 'replayKeys', 'plans', 'noise', 'quotas'],
        batchWrites: ['activeReplays', 'replaysOfTraces', 'replaysOfApplications', 'spreadReplays'],
        updates: ['quotas'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'madeCalls', 'importedRules', 'plans'], writes: ['plans'] }),
      http: 'targets',
      model: true,
      keys: {
        seals: ['recording-keys', 'replay-keys'],
        opens: ['replay-headers', 'recording-keys', 'replay-keys'],
      },
    },
  },
  services: noiseServices,
  endpoints,
  steps: { tasks: steps, services: reducingServices, fault: ROUND_FAULT },
});
