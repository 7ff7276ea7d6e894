import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { runnable } from '../../replay/steps/replay-step.ts';
import { reducingServices } from '../services.ts';
import { reduceNoise } from './reduce-noise.ts';

/** The Task of state-machines/replay.asl.json that reduces noise. */
export const steps = {
  ReduceNoise: reduceNoise,
} as const;

/** Runs the steps with the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'http' | 'model' | 'keys'>): StepsByName {
  const servicesOf = host.servicesOf(reducingServices);
  return {
    ReduceNoise: runnable(steps.ReduceNoise, servicesOf),
  };
}
