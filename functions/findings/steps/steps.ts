import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { runnable } from '../../replay/steps/replay-step.ts';
import { settlingServices } from '../services.ts';
import { finishReplay } from './finish-replay.ts';
import { interruptReplay } from './interrupt-replay.ts';
import { recompareChunk } from './recompare-chunk.ts';
import { settleFindings } from './settle-findings.ts';
import { storeClusters } from './store-clusters.ts';

/** Tasks of state-machines/*.asl.json by the names of their placeholders: settling and recomparing. */
export const steps = {
  FinishReplay: finishReplay,
  SettleFindings: settleFindings,
  InterruptReplay: interruptReplay,
  RecompareChunk: recompareChunk,
  StoreClusters: storeClusters,
} as const;

/** Binds the steps to the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'keys' | 'workflows'>): StepsByName {
  const servicesOf = host.servicesOf(settlingServices);
  return {
    FinishReplay: runnable(steps.FinishReplay, servicesOf),
    SettleFindings: runnable(steps.SettleFindings, servicesOf),
    InterruptReplay: runnable(steps.InterruptReplay, servicesOf),
    RecompareChunk: runnable(steps.RecompareChunk, servicesOf),
    StoreClusters: runnable(steps.StoreClusters, servicesOf),
  };
}
