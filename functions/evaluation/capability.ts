import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { evaluationServices, runningServices } from './composition.ts';
import { pages } from './pages/pages.ts';
import { RUN_FAULT } from './steps/evaluation-step.ts';
import { steps } from './steps/steps.ts';

const SCHEDULED = {
  table: true,
  blobs: true,
  egress: true,
  keys: {},
  workflows: { starts: ['evaluation'] },
} as const;

/** The evaluation API: workflows, runs, gates, scores, artifacts, policies and hosts. */
export const evaluation = capability({
  name: 'evaluation',
  uses: {
    api: { table: true, blobs: true, egress: true, keys: CREDENTIALS, workflows: { starts: ['evaluation'] } },
    steps: {
      table: true,
      blobs: true,
      egress: true,
      keys: { seals: ['pass-thresholds'] },
      workflows: { starts: ['replay'] },
    },
  },
  // Both look on a schedule: after runs, and after what is due of policies.
  functions: { 'run-sweeper': SCHEDULED, 'policy-ticker': SCHEDULED },
  services: evaluationServices,
  endpoints,
  pages,
  steps: { tasks: steps, services: runningServices, fault: RUN_FAULT },
});
