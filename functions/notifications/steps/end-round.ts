import { interruptReplay } from '../../findings/steps/interrupt-replay.ts';
import { runnable } from '../../platform/steps/step.ts';
import { ROUND_FAULT, type RoundInput } from '../../replay/domain/round-input.ts';
import type { RecoveryServices } from '../composition.ts';
import { notifyResult } from './notify-result.ts';

/** The services that end and announce a round. */
export type EndingServices = Pick<RecoveryServices, 'plans' | 'settlement' | 'log' | 'deliveries'>;

/** Ends and notifies a round whose execution has ended without doing so. Idempotent. */
export function endRound(servicesOf: (tenant: string) => EndingServices) {
  const interrupt = runnable(interruptReplay, servicesOf, ROUND_FAULT);
  const notify = runnable(notifyResult, servicesOf, ROUND_FAULT);
  return async (round: RoundInput, errorName: string, signal: AbortSignal): Promise<void> => {
    await interrupt({ ...round, errorName }, signal);
    await notify(round, signal);
  };
}
