import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { noiseServices, reducingServices } from './composition.ts';
import { steps } from './steps/steps.ts';

/** Noise reduction. */
export const noise = capability({
  name: 'noise',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS },
    steps: {
      table: true,
      blobs: true,
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
