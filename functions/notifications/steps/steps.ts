import { notifyResult } from './notify-result.ts';

/** The Task of state-machines/replay.asl.json that notifies. */
export const steps = {
  NotifyResult: notifyResult,
} as const;
