import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { evaluationServices, runningServices } from './composition.ts';
import { pages } from './pages/pages.ts';
import { RUN_FAULT } from './steps/evaluation-step.ts';
import { steps } from './steps/steps.ts';

const SCHEDULED = {
  egress: true,
  keys: {},
  workflows: { starts: ['evaluation'] },
} as const;

/** The rows that continuing a run reads. */
const RUN_READS = [
  'applications',
  'cases',
  'caseSessions',
  'plans',
  'results',
  'triggerKeys',
  'analysisExecutors',
  'artifacts',
  'workflowVersions',
  'runs',
  'ledgerHeads',
  'lineages',
  'activeHostLists',
  'quotas',
] as const;

/** The evaluation API: workflows, runs, gates, scores, artifacts, policies and hosts. */
export const evaluation = capability({
  name: 'evaluation',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: [
          'applications',
          'cases',
          'caseLists',
          'applicationNames',
          'plans',
          'planListsOfApplications',
          'results',
          'noise',
          'artifacts',
          'workflowVersions',
          'workflowVersionLists',
          'runs',
          'runLists',
          'runListsByStatus',
          'runListsByVersion',
          'runListsByLineage',
          'runKeys',
          'leases',
          'ledgerHeads',
          'ledgerEvents',
          'gateDecisions',
          'scores',
          'scoresOfTargets',
          'scoresOfDays',
          'scoreDays',
          'scoresOfRuns',
          'scoresOfTraces',
          'scoreConfigs',
          'scoreConfigLists',
          'hostLists',
          'activeHostLists',
          'hostTenants',
          'policies',
          'policyLists',
          'policyNames',
          'quotas',
        ],
        puts: [
          'audit',
          // Who looks at an earlier run whose rules have changed compares it again.
          'plans',
          'results',
          'artifacts',
          'workflowVersions',
          'runs',
          'runKeys',
          'ledgerHeads',
          'ledgerEvents',
          'scores',
          'scoreDays',
          'scoreConfigs',
          'hosts',
          'hostLists',
          'hostTenants',
          'policies',
          'policyLists',
          'policyNames',
          'quotas',
        ],
        updates: ['results', 'quotas'],
        removes: ['policies', 'policyNames'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans', 'artifacts', 'uploads', 'builtInArtifacts'],
        writes: ['plans', 'artifacts', 'uploads', 'builtInArtifacts'],
        removes: ['uploads'],
      }),
      egress: true,
      keys: CREDENTIALS,
      workflows: { starts: ['evaluation'] },
    },
    steps: {
      table: rows({
        reads: [...RUN_READS, 'caseLists'],
        puts: [
          'applications',
          'plans',
          'results',
          'triggerKeys',
          'artifacts',
          'runs',
          'ledgerHeads',
          'ledgerEvents',
          'lineages',
          'quotas',
        ],
        batchWrites: ['runs', 'scores', 'scoreDays'],
        updates: ['applications', 'plans', 'results', 'quotas'],
        removes: ['applications'],
      }),
      blobs: blobs({
        reads: ['cases', 'pinnedCases', 'importedRules', 'plans', 'artifacts'],
        writes: ['plans', 'artifacts'],
      }),
      egress: true,
      keys: { seals: ['pass-thresholds'] },
      workflows: { starts: ['replay'] },
    },
  },
  functions: {
    // Has no right on rows and blobs: the stream of the table brings it the rows, and its bucket is another one.
    archiver: { table: {}, blobs: {} },
    // Both look on a schedule: after runs, and after what is due of policies.
    'run-sweeper': {
      table: rows({
        reads: [...RUN_READS, 'openRuns'],
        puts: ['plans', 'results', 'runs', 'ledgerHeads', 'ledgerEvents', 'lineages', 'quotas'],
        batchWrites: ['runs', 'scores', 'scoreDays'],
        updates: ['plans', 'results', 'quotas'],
        removes: ['applications'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'importedRules', 'plans', 'artifacts'], writes: ['plans'] }),
      ...SCHEDULED,
    },
    'policy-ticker': {
      table: rows({
        reads: [
          'applications',
          'cases',
          'caseLists',
          'artifacts',
          'workflowVersions',
          'runs',
          'runKeys',
          'ledgerHeads',
          'activeHostLists',
          'policies',
          'policyLists',
          'policyWork',
        ],
        puts: ['artifacts', 'runs', 'runKeys', 'ledgerHeads', 'ledgerEvents', 'policies', 'policyLists'],
        removes: ['policies'],
      }),
      blobs: blobs({ reads: ['cases', 'pinnedCases', 'artifacts'], writes: ['artifacts'] }),
      ...SCHEDULED,
    },
  },
  services: evaluationServices,
  endpoints,
  pages,
  steps: { tasks: steps, services: runningServices, fault: RUN_FAULT },
});
