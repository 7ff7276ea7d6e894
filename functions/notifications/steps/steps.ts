import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { runnable } from '../../replay/steps/replay-step.ts';
import { notificationServices } from '../services.ts';
import { notifyResult } from './notify-result.ts';

/** The Task of state-machines/replay.asl.json that notifies. */
export const steps = {
  NotifyResult: notifyResult,
} as const;

/** Runs the steps with the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'queue' | 'keys' | 'workflows'>): StepsByName {
  const servicesOf = host.servicesOf(notificationServices);
  return {
    NotifyResult: runnable(steps.NotifyResult, servicesOf),
  };
}
