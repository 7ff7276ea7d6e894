import type { Step } from '../../platform/steps/step.ts';
import { InterruptInput, type InterruptingServices, interruptRound } from '../service/interrupt-round.ts';

/** Ends a round whose steps failed permanently. */
export const interruptReplay: Step<InterruptInput, InterruptingServices> = {
  input: InterruptInput,

  async run(input, services) {
    await interruptRound(input, services);
    return {};
  },
};
