import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import type { RunningServices } from '../composition.ts';
import { abortRun } from './abort-run.ts';
import { RunInput } from './evaluation-step.ts';

const FailInput = v.object({ ...RunInput.entries, errorName: v.string() });

/**
 * Ends a run whose steps failed permanently, so that no run stays open. Its gate is still decided, and the run is
 * completed (evaluation 3.15).
 */
export const failRun: Step<v.InferOutput<typeof FailInput>, RunningServices> = {
  input: FailInput,

  async run(input, services) {
    const { workflow_run_id, errorName } = input;
    services.log.error('evaluation run ended by a fault', { workflow_run_id, outcome: errorName });
    const reason = { code: 'runner_error', detail: 'The run was ended by a fault of the service.' };
    await abortRun(input, services, { status: 'runner_error', reason });
    return {};
  },
};
