import { capability } from '../platform/capability.ts';
import { endpoints } from './api/endpoints.ts';
import { pages } from './pages/pages.ts';
import { channelServices } from './services.ts';
import { mountSteps, steps } from './steps/steps.ts';

/** Notification channels and deliveries. */
export const notifications = capability({
  name: 'notifications',
  uses: {
    api: {
      table: true,
      blobs: true,
      egress: true,
      queue: true,
      keys: { seals: ['channels', 'signing-keys'], opens: ['signing-keys'] },
      workflows: {},
    },
    steps: { table: true, blobs: true, queue: true, keys: {}, workflows: {} },
  },
  services: channelServices,
  endpoints,
  pages,
  stepNames: Object.keys(steps),
  mountSteps,
});
