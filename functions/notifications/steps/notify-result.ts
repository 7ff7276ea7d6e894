import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

/** Puts a settled round in line for the channels that are told it: only replays started by the trigger notify (spec 6.2). */
export const notifyResult: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if (plan.source === 'trigger') {
      await services.deliveries.announce(plan, round, 'completed');
      await services.plans.announced(plan.planId, round.round);
    }
    return {};
  },
};
