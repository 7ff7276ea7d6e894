import type { Step } from '../../platform/steps/step.ts';
import { analysisExecutionName } from '../../replay/domain/plan.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { AnalyzingServices } from '../composition.ts';

/**
 * Starts the analysis of a settled round, or reads its state. Returns the maximum seconds that the notification waits
 * before the next check (spec 6.2.3). 0: it does not wait, or no longer.
 */
export const requestAnalysis: Step<RoundInput, Pick<AnalyzingServices, 'analyses' | 'workflows' | 'plans'>> = {
  input: RoundInput,

  async run(input, services) {
    const { analyses, workflows } = services;
    const { plan, round } = await roundOf(input, services);
    const { waitSeconds, start } = await analyses.request(plan, round);
    if (!start) return { waitSeconds };
    const name = analysisExecutionName(plan.planId, round.round);
    const { tenant, planId } = input;
    const execution = await workflows.start('analysis', name, { tenant, planId, round: round.round });
    if (execution === 'running') return { waitSeconds };
    // Its executor has stopped, so only a missing heartbeat would end it.
    await analyses.fail(plan, round);
    return { waitSeconds: 0 };
  },
};
