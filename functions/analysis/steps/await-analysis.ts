import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { AnalyzingServices } from '../composition.ts';

const AwaitInput = v.object({ ...RoundInput.entries, taskToken: v.string() });

/**
 * Stores the token with the analysis, which completes it when it ends (spec 6.2.3). Completes it immediately if the
 * analysis has already ended, or ended while the token was being stored.
 */
export const awaitAnalysis: Step<
  v.InferOutput<typeof AwaitInput>,
  Pick<AnalyzingServices, 'plans' | 'analyses' | 'workflows'>
> = {
  input: AwaitInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if ((await services.analyses.await(plan, round, input.taskToken)) === 'over')
      await services.workflows.complete(input.taskToken, {});
    return {};
  },
};
