import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
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
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: ['applicationNames', 'channels', 'deliveries', 'lastDeliveries', 'plans', 'rateWindows'],
        puts: ['audit', 'channels', 'deliveries', 'rateWindows'],
        removes: ['channels', 'lastDeliveries'],
      }),
      blobs: blobs(),
      egress: true,
      queue: true,
      keys: { seals: ['channels', 'signing-keys'], opens: ['signing-keys'] },
      workflows: {},
    },
    steps: {
      table: rows({
        reads: ['applications', 'plans', 'results', 'channels', 'deliveries'],
        puts: ['plans', 'results', 'deliveries'],
        updates: ['plans', 'results', 'deliveries'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans'], writes: ['plans'] }),
      queue: true,
      keys: {},
      workflows: {},
    },
  },
  functions: {
    // The only one that opens channels, and mails codes and invitations.
    notifier: {
      table: rows({
        reads: [
          'loginKeys',
          'users',
          'applications',
          'plans',
          'results',
          'channels',
          'deliveries',
          'lastDeliveries',
          'rateWindows',
        ],
        puts: ['loginKeys', 'users', 'plans', 'results', 'lastDeliveries', 'rateWindows'],
        updates: ['results', 'deliveries', 'users'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans', 'deliveries'], writes: ['plans', 'deliveries'] }),
      http: 'receivers',
      queue: true,
      // The pepper of login is sealed as the keys of access tokens are.
      keys: { seals: CREDENTIALS.seals, opens: ['channels', 'code-requests', ...CREDENTIALS.opens] },
      workflows: {},
      mail: true,
    },
    sweeper: {
      table: rows({
        reads: [
          'applications',
          'cases',
          'caseSessions',
          'plans',
          'results',
          'unfinishedPlans',
          'unannouncedRounds',
          'analysisExecutors',
          'channels',
          'deliveries',
          'dueDeliveries',
          'lastDeliveries',
          'quotas',
        ],
        puts: ['plans', 'results', 'deliveries', 'lastDeliveries', 'quotas'],
        updates: ['plans', 'results', 'deliveries', 'quotas'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'importedRules', 'plans'], writes: ['plans'] }),
      queue: true,
      keys: {},
      workflows: { starts: ['replay'] },
    },
  },
  services: channelServices,
  endpoints,
  pages,
  steps: { tasks: steps, services: notificationServices, fault: ROUND_FAULT },
});
