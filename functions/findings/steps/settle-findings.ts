import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';

/** Settles the findings of a round and stores its verdict (spec 3.1, 3.4). */
export const settleFindings: Step<RoundInput, Pick<SettlingServices, 'plans' | 'settlement'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    await services.settlement.settle(plan, round);
    return {};
  },
};
