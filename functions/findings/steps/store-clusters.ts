import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';

/** Ends a recompare: findings use the new clusters from now on, and marks follow their requests. */
export const storeClusters: Step<RoundInput, Pick<SettlingServices, 'plans' | 'recompares' | 'log'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    await services.recompares.storeClusters(plan, round);
    services.log.info('recompare ended', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    return {};
  },
};
