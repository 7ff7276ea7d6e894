import type { Step } from '../../platform/steps/step.ts';
import { isNotified } from '../../replay/domain/plan.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { NotificationServices } from '../composition.ts';

/** Enqueues a settled round for its recipients (spec 6.2). */
export const notifyResult: Step<RoundInput, Pick<NotificationServices, 'plans' | 'deliveries'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if (plan.source === 'trigger') {
      if (isNotified(plan)) await services.deliveries.announce(plan, round, 'completed');
      // Also of a scheduled round that an earlier version was to announce.
      await services.plans.announced(plan.planId, round.round);
    }
    return {};
  },
};
