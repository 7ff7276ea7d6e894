import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { ROUND_FAULT } from '../replay/domain/round-input.ts';
import { endpoints } from './api/endpoints.ts';
import { settlingServices } from './composition.ts';
import { pages } from './pages/pages.ts';
import { steps } from './steps/steps.ts';

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
  steps: { tasks: steps, services: settlingServices, fault: ROUND_FAULT },
});
