import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { pages } from './pages/pages.ts';
import { settlingServices } from './services.ts';
import { mountSteps, steps } from './steps/steps.ts';

/** Findings of a run: classification, marks, recompare, settling. */
export const findings = capability({
  name: 'findings',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS, workflows: { starts: ['recompare'] } },
    steps: { table: true, blobs: true, keys: { opens: ['pass-thresholds'] }, workflows: {} },
  },
  services: settlingServices,
  endpoints,
  pages,
  stepNames: Object.keys(steps),
  mountSteps,
});
