import { isoText } from '../../platform/time/iso-text.ts';
import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';
import type { SettlingServices } from '../services.ts';

/**
 * Records the end of sending once and returns when findings settle (spec 3.1): when noise reduction has ended, or after
 * the settle time; immediately if nothing more can change.
 */
export const finishReplay: ReplayStep<RoundInput, Pick<SettlingServices, 'plans' | 'config' | 'now' | 'log'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plans, config, now, log } = services;
    const { plan, round } = await roundOf(input, services);
    const finishedAt = now();
    const isOver = round.interruption !== null || round.selection?.requests === 0;
    const noise = isOver ? 'off' : config.noiseReduction;
    const settleAfter = isOver || noise !== 'off' ? 0 : config.settleMs;
    if (await plans.finish(plan.planId, round.round, finishedAt, finishedAt + settleAfter)) {
      await plans.advance(plan.planId, round.round, ['PENDING'], 'RUNNING');
      log.info('replay finished', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    }
    const settleAt = (await roundOf(input, services)).round.settleAt ?? finishedAt;
    return { settleAt: isoText(settleAt), noise };
  },
};
