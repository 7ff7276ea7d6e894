import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';
import type { NotificationServices } from '../services.ts';

/** Enqueues a settled round for its recipients. Only replays started by the trigger notify (spec 6.2). */
export const notifyResult: ReplayStep<RoundInput, Pick<NotificationServices, 'plans' | 'deliveries'>> = {
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
