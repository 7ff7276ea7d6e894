import type { RunningServices } from '../../functions/evaluation/composition.ts';
import { resumeRuns } from '../../functions/evaluation/steps/resume-runs.ts';
import type { ServicesOf } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';

const SWEEP_MS = 60_000;

/**
 * Recovers evaluation runs without a live owner, immediately and then every minute, until stopped; `stop` waits for a
 * running sweep.
 */
export async function startRunSweeps(
  world: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: ServicesOf<RunningServices>,
) {
  const sweep = (graceMs?: number) =>
    resumeRuns(world, servicesOf, graceMs).catch((fault: unknown) =>
      world.log.error('evaluation runs could not be swept', faultFacts(fault)),
    );

  // This process is the only one, so the owner of any unfinished run no longer exists.
  await sweep(0);
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep());
  }, SWEEP_MS).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await sweeping;
    },
  };
}
