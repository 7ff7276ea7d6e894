import { type ReplayStep, RoundInput, roundOf } from './replay-step.ts';

/** Records the end of sending once and says when findings settle (spec 3.1): at once where nothing more can change. */
export const finishReplay: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plans, config, now, log } = services;
    const { plan, round } = await roundOf(input, services);
    const finishedAt = now();
    const isOver = round.interruption !== null || round.selection?.requests === 0;
    if (await plans.finish(plan.planId, round.round, finishedAt, isOver ? finishedAt : finishedAt + config.settleMs)) {
      await plans.advance(plan.planId, round.round, ['PENDING'], 'RUNNING');
      log.info('replay finished', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    }
    const settleAt = (await roundOf(input, services)).round.settleAt ?? finishedAt;
    return { settleAt: new Date(settleAt).toISOString() };
  },
};
