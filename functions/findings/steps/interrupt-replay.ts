import * as v from 'valibot';
import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

const InterruptInput = v.object({ ...RoundInput.entries, errorName: v.string() });

/** Ends a round whose steps failed for good, so that no plan stays RUNNING for ever (architecture: a replay, end to end). */
export const interruptReplay: ReplayStep<v.InferOutput<typeof InterruptInput>> = {
  input: InterruptInput,

  async run(input, services) {
    const { plans, settlement, log } = services;
    const { plan } = await roundOf(input, services);
    log.error('replay interrupted by a fault', { plan_id: plan.planId, round: input.round, outcome: input.errorName });
    await plans.setOnce(
      plan.planId,
      input.round,
      'interruption',
      'The replay was interrupted by a fault of the service.',
    );
    const { round } = await roundOf(input, services);
    await settlement.settle(plan, round);
    return {};
  },
};
