import { type ReplayStep, RoundInput, roundOf } from './replay-step.ts';

/** Puts a settled round in line for notification: only replays started by the trigger notify (spec 6.2.1). */
export const notifyResult: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plan } = await roundOf(input, services);
    if (plan.source === 'trigger') {
      await services.queue.send({
        tenant: input.tenant,
        planId: plan.planId,
        round: input.round,
        eventType: 'completed',
      });
    }
    return {};
  },
};
