import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';
import type { SettlingServices } from '../services.ts';

/** Settles the findings of a round and stores its verdict (spec 3.1, 3.4). */
export const settleFindings: ReplayStep<RoundInput, Pick<SettlingServices, 'plans' | 'settlement'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    await services.settlement.settle(plan, round);
    return {};
  },
};
