import * as v from 'valibot';
import { type EvaluationStep, RunInput } from '../../steps/evaluation-step.ts';
import { concludeRun } from './conclude-run.ts';

const FailInput = v.object({ ...RunInput.entries, errorName: v.string() });

/** Ends a run whose steps failed for good, so that none runs for ever: its gate is decided and it is completed all the same (evaluation 3.15). */
export const failRun: EvaluationStep<v.InferOutput<typeof FailInput>> = {
  input: FailInput,

  async run(input, services) {
    const { workflow_run_id, errorName } = input;
    services.log.error('evaluation run ended by a fault', { workflow_run_id, outcome: errorName });
    const reason = { code: 'runner_error', detail: 'The run was ended by a fault of the service.' };
    await concludeRun(input, services, { status: 'runner_error', reason });
    return {};
  },
};
