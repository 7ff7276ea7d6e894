import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

/** Ends a recompare: findings are computed from the new clusters from now on, and marks are where their requests are. */
export const storeClusters: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    await services.recompares.storeClusters(plan, round);
    services.log.info('recompare ended', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    return {};
  },
};
