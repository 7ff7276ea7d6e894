import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { newPlanServices, sendingServices } from './composition.ts';
import { ROUND_FAULT } from './domain/round-input.ts';
import { scheduleEndpoints } from './schedules/api/endpoints.ts';
import { pages } from './schedules/pages/pages.ts';
import { steps } from './steps/steps.ts';

/** Runs: trigger, schedules, selection, sending. */
export const replay = capability({
  name: 'replay',
  uses: {
    api: {
      table: true,
      blobs: true,
      egress: true,
      keys: { seals: [...CREDENTIALS.seals, 'pass-thresholds', 'schedule-thresholds'], opens: CREDENTIALS.opens },
      workflows: { starts: ['replay'] },
    },
    steps: {
      table: true,
      blobs: true,
      http: 'targets',
      keys: {
        seals: ['recording-keys', 'replay-keys'],
        opens: ['replay-headers', 'recording-keys', 'replay-keys'],
      },
    },
  },
  functions: {
    'schedule-ticker': {
      table: true,
      blobs: true,
      egress: true,
      keys: { seals: ['pass-thresholds'], opens: ['schedule-thresholds'] },
      workflows: { starts: ['replay'] },
    },
  },
  services: newPlanServices,
  endpoints: [...endpoints, ...scheduleEndpoints],
  pages,
  steps: { tasks: steps, services: sendingServices, fault: ROUND_FAULT },
});
