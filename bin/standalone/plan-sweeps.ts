import { recoveryServices } from '../../functions/notifications/composition.ts';
import { resumePlans } from '../../functions/notifications/steps/resume-plans.ts';
import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { StoragePatience } from '../../functions/platform/standalone/faults/storage-patience.ts';
import type { World } from '../../functions/platform/world.ts';

const SWEEP_MS = 10_000;
/** The interval grows to this while some plan cannot be recovered. */
const MAX_SWEEP_MS = 300_000;
/** The request that creates a plan is about to start it. */
const GRACE_MS = 5_000;

interface PlanSweepParts {
  world: Pick<World, 'table' | 'workflows' | 'now' | 'log'>;
  host: Compositions;
  storage: StoragePatience;
}

/**
 * Starts plans that were written but not started, and ends those whose execution has ended without them: immediately
 * and then every 10 s, until stopped. `stop` waits for a running sweep.
 */
export function startPlanSweeps({ world, host, storage }: PlanSweepParts) {
  const servicesOf = host.servicesOf(recoveryServices);
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;

  async function sweep(graceMs: number, waitMs: number): Promise<void> {
    const { failed } = await storage
      .untilStored({ signal }, () => resumePlans(world, servicesOf, graceMs))
      .catch((fault: unknown) => {
        if (!signal.aborted) world.log.error('plans could not be resumed', faultFacts(fault));
        return { failed: 1 };
      });
    if (signal.aborted) return;
    const nextMs = failed > 0 ? Math.min(waitMs * 2, MAX_SWEEP_MS) : SWEEP_MS;
    timer = setTimeout(() => {
      sweeping = sweep(GRACE_MS, nextMs);
    }, nextMs).unref();
  }

  // This process is the only one, so no other is about to start a plan.
  let sweeping = sweep(0, SWEEP_MS);
  return {
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await sweeping;
    },
  };
}
