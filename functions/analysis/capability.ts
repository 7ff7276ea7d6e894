import { capability } from '../platform/capability.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { analysisServices, analyzingServices } from './composition.ts';
import { steps } from './steps/steps.ts';

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
  steps: { tasks: steps, services: analyzingServices, fault: ROUND_FAULT },
});
