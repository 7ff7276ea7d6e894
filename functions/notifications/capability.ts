import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { channelServices, notificationServices } from './composition.ts';
import { pages } from './pages/pages.ts';
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
  functions: {
    // The only one that opens channels and mails codes.
    notifier: {
      table: true,
      blobs: true,
      http: 'receivers',
      queue: true,
      // The pepper of login is sealed as the keys of access tokens are.
      keys: { seals: CREDENTIALS.seals, opens: ['channels', 'code-requests', ...CREDENTIALS.opens] },
      workflows: {},
      mail: true,
    },
    sweeper: { table: true, blobs: true, queue: true, keys: {}, workflows: { starts: ['replay'] } },
  },
  services: channelServices,
  endpoints,
  pages,
  steps: { tasks: steps, services: notificationServices, fault: ROUND_FAULT },
});
