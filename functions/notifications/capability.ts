import { capability } from '../platform/capability.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { pages } from './pages/pages.ts';
import { channelServices, notificationServices } from './services.ts';
import { steps } from './steps/steps.ts';

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
  steps: { tasks: steps, services: notificationServices, fault: ROUND_FAULT },
});
