import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { trialServices } from './composition.ts';
import { tryLoginPages } from './pages/try-login-page.ts';

/**
 * One login that a person tries. It is apart from replay, so that the function of the trigger neither sends requests
 * nor opens what they are sent with (docs/decisions/044-one-login-from-a-page.md).
 */
export const trials = capability({
  name: 'trials',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'plans',
          'planListsOfApplications',
          'rateWindows',
          'recordingKeys',
          'replayKeys',
        ],
        puts: ['audit', 'rateWindows', 'recordingKeys', 'replayKeys'],
        // Values that an earlier version saved for no address are bound before a target is asked for.
        updates: ['applications'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases'] }),
      egress: true,
      http: 'targets',
      keys: {
        seals: [...CREDENTIALS.seals, 'recording-keys', 'replay-keys'],
        opens: [...CREDENTIALS.opens, 'replay-headers', 'recording-keys', 'replay-keys'],
      },
    },
  },
  services: trialServices,
  endpoints: [],
  pages: tryLoginPages,
});
