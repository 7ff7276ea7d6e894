import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';
import type { SettlingServices } from '../services.ts';

/** Ends a recompare: findings use the new clusters from now on, and marks follow their requests. */
export const storeClusters: ReplayStep<RoundInput, Pick<SettlingServices, 'plans' | 'recompares' | 'log'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    await services.recompares.storeClusters(plan, round);
    services.log.info('recompare ended', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    return {};
  },
};
