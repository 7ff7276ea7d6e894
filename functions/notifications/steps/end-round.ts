import { InterruptInput, interruptRound } from '../../findings/service/interrupt-round.ts';
import { runnable, type Step } from '../../platform/steps/step.ts';
import { ROUND_FAULT, type RoundInput } from '../../replay/domain/round-input.ts';
import type { RecoveryServices } from '../composition.ts';
import { notifyResult } from './notify-result.ts';

/** The services that end and announce a round. */
export type EndingServices = Pick<RecoveryServices, 'plans' | 'settlement' | 'log' | 'deliveries'>;

const interruptAndNotify: Step<InterruptInput, EndingServices> = {
  input: InterruptInput,

  async run(input, services, signal) {
    await interruptRound(input, services);
    return notifyResult.run(input, services, signal);
  },
};

/** Ends and notifies a round whose execution has ended without doing so. Idempotent. */
export function endRound(servicesOf: (tenant: string) => EndingServices) {
  const end = runnable(interruptAndNotify, servicesOf, ROUND_FAULT);
  return async (round: RoundInput, errorName: string, signal: AbortSignal): Promise<void> => {
    await end({ ...round, errorName }, signal);
  };
}
