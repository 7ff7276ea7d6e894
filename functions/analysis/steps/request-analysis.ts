import { analysisExecutionName } from '../../replay/domain/plan.ts';
import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';

/**
 * Begins the analysis of a settled round, or finds how far it is, and says how many seconds the notification waits for it at most
 * before this is asked again (spec 6.2.3); 0: it does not wait, or no longer.
 */
export const requestAnalysis: ReplayStep = {
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
    // Its executor is no more, so nobody will end it: waiting would only be for its heartbeat to stop.
    await analyses.fail(plan, round);
    return { waitSeconds: 0 };
  },
};
