import * as v from 'valibot';
import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

const AwaitInput = v.object({ ...RoundInput.entries, taskToken: v.string() });

/**
 * Leaves the token with the analysis, which completes it when it is over (spec 6.2.3); completes it at once where that was so
 * already, or became so while the token was being stored.
 */
export const awaitAnalysis: ReplayStep<v.InferOutput<typeof AwaitInput>> = {
  input: AwaitInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if ((await services.analyses.await(plan, round, input.taskToken)) === 'over')
      await services.workflows.complete(input.taskToken, {});
    return {};
  },
};
