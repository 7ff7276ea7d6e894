import type { Step } from '../../platform/steps/step.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';
import { settlesAfter } from '../domain/settling.ts';

/**
 * Records the end of sending once and returns when findings settle (spec 3.1): when noise reduction has ended, or after
 * the settle time; immediately if nothing more can change.
 */
export const finishReplay: Step<RoundInput, Pick<SettlingServices, 'plans' | 'config' | 'now' | 'log'>> = {
  input: RoundInput,

  async run(input, services) {
    const { plans, config, now, log } = services;
    const { plan, round } = await roundOf(input, services);
    const finishedAt = now();
    const after = settlesAfter(round, config.noiseReduction);
    const noise = after === 'NOISE_REDUCTION' ? config.noiseReduction : 'off';
    const waitMs = after === 'WAIT' ? config.settleMs : 0;
    if (await plans.finish(plan.planId, round.round, finishedAt, finishedAt + waitMs)) {
      await plans.advance(plan.planId, round.round, ['PENDING'], 'RUNNING');
      log.info('replay finished', { plan_id: plan.planId, round: round.round, app_id: plan.appId });
    }
    const settleAt = (await roundOf(input, services)).round.settleAt ?? finishedAt;
    return { settleAt: isoText(settleAt), noise };
  },
};
