import { interruptReplay } from '../../findings/steps/interrupt-replay.ts';
import { type RoundInput, runnable } from '../../replay/steps/replay-step.ts';
import type { RecoveryServices } from '../services.ts';
import { notifyResult } from './notify-result.ts';

/** Ends and notifies a round whose execution has ended without doing so. Idempotent. */
export function endRound(servicesOf: (tenant: string) => RecoveryServices) {
  const interrupt = runnable(interruptReplay, servicesOf);
  const notify = runnable(notifyResult, servicesOf);
  return async (round: RoundInput, errorName: string, signal: AbortSignal): Promise<void> => {
    await interrupt({ ...round, errorName }, signal);
    await notify(round, signal);
  };
}
