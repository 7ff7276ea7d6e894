import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';

const InterruptInput = v.object({ ...RoundInput.entries, errorName: v.string() });

/**
 * Ends a round whose steps failed permanently, so that no plan stays RUNNING forever (architecture: a replay, end to
 * end).
 */
export const interruptReplay: Step<
  v.InferOutput<typeof InterruptInput>,
  Pick<SettlingServices, 'plans' | 'settlement' | 'log'>
> = {
  input: InterruptInput,

  async run(input, services) {
    const { plans, settlement, log } = services;
    const { plan } = await roundOf(input, services);
    log.error('replay interrupted by a fault', { plan_id: plan.planId, round: input.round, outcome: input.errorName });
    await plans.setOnce(plan.planId, input.round, 'interruption', 'The run was interrupted by a fault of the service.');
    const { round } = await roundOf(input, services);
    await settlement.settle(plan, round);
    return {};
  },
};
