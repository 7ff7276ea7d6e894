import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { sendingServices } from '../services.ts';
import { replayChunk } from './replay-chunk.ts';
import { runnable } from './replay-step.ts';
import { selectCases } from './select-cases.ts';

/** Tasks of state-machines/*.asl.json by the names of their placeholders: selecting and sending. */
export const steps = {
  SelectCases: selectCases,
  ReplayChunk: replayChunk,
} as const;

/** Binds the steps to the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'http' | 'keys'>): StepsByName {
  const servicesOf = host.servicesOf(sendingServices);
  return {
    SelectCases: runnable(steps.SelectCases, servicesOf),
    ReplayChunk: runnable(steps.ReplayChunk, servicesOf),
  };
}
