import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

/** Ends an analysis whose executor failed for good as far as it got (spec 3.5, PARTIAL); one that is over stays as it is. */
export const failAnalysis: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    services.log.error('analysis failed', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    await services.analyses.fail(plan, round);
    return {};
  },
};
