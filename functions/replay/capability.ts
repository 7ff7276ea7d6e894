import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
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
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'caseLists',
          'pinnedCaseLists',
          'plans',
          'planListsOfApplications',
          'triggerKeys',
          'quotas',
        ],
        puts: ['audit', 'applications', 'plans', 'triggerKeys', 'quotas'],
        updates: ['applications', 'plans', 'quotas'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['importedRules', 'plans'] }),
      egress: true,
      keys: {
        seals: [...CREDENTIALS.seals, 'pass-thresholds', 'schedule-thresholds'],
        opens: [...CREDENTIALS.opens, 'schedule-thresholds'],
      },
      workflows: { starts: ['replay'] },
    },
    steps: {
      table: rows({
        reads: [
          'applications',
          'cases',
          'caseLists',
          'pinnedCaseLists',
          'caseSessions',
          'recordingKeys',
          'madeCalls',
          'replayKeys',
          'plans',
          'results',
          'noise',
          'artifacts',
        ],
        puts: ['recordingKeys', 'replayKeys', 'plans', 'results', 'noise'],
        batchWrites: ['activeReplays', 'replaysOfTraces', 'replaysOfApplications', 'spreadReplays'],
        updates: ['plans'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'madeCalls', 'importedRules', 'plans', 'artifacts'],
        writes: ['plans'],
      }),
      http: 'targets',
      keys: {
        seals: ['recording-keys', 'replay-keys'],
        opens: ['replay-headers', 'recording-keys', 'replay-keys'],
      },
    },
  },
  functions: {
    'schedule-ticker': {
      table: rows({
        reads: ['applications', 'caseLists', 'pinnedCaseLists', 'plans', 'triggerKeys', 'dueSchedules'],
        puts: ['applications', 'plans', 'triggerKeys'],
        updates: ['applications', 'plans'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['plans'] }),
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
