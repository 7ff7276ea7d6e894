import { capability } from '../platform/capability.ts';
import { endpoints } from './api/endpoints.ts';
import { analysisServices } from './services.ts';
import { mountSteps, steps } from './steps/steps.ts';

/** Cause analysis of differences. */
export const analysis = capability({
  name: 'analysis',
  uses: {
    api: { table: true, blobs: true, queue: true, keys: {}, workflows: { completes: ['replay'] } },
    steps: {
      table: true,
      blobs: true,
      queue: true,
      keys: {},
      model: true,
      workflows: { starts: ['analysis'], completes: ['replay'] },
    },
  },
  services: analysisServices,
  endpoints,
  stepNames: Object.keys(steps),
  mountSteps,
});
