import { interruptReplay } from '../../findings/steps/interrupt-replay.ts';
import type { Services } from '../../platform/http/api.ts';
import { type RoundInput, runnable } from '../../replay/steps/replay-step.ts';
import { notifyResult } from './notify-result.ts';

/** Ends and notifies a round whose execution has ended without doing so; what it had done already changes nothing. */
export function endRound(servicesOf: (tenant: string) => Services) {
  const interrupt = runnable(interruptReplay, servicesOf);
  const notify = runnable(notifyResult, servicesOf);
  return async (round: RoundInput, errorName: string, signal: AbortSignal): Promise<void> => {
    await interrupt({ ...round, errorName }, signal);
    await notify(round, signal);
  };
}
