import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { AnalyzingServices } from '../composition.ts';

/**
 * Ends an analysis whose executor failed permanently, with its partial result (spec 3.5, PARTIAL). An ended analysis
 * does not change.
 */
export const failAnalysis: Step<RoundInput, Pick<AnalyzingServices, 'plans' | 'log' | 'analyses'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    services.log.error('analysis failed', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    await services.analyses.fail(plan, round);
    return {};
  },
};
