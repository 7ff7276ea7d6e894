import { resumeRuns } from '../../functions/evaluation/runs/steps/resume-runs.ts';
import type { Services } from '../../functions/platform/http/api.ts';
import { faultFacts } from '../../functions/platform/http/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';

const SWEEP_MS = 60_000;

/** Looks after evaluation runs that nobody does, now and each minute, until stopped; `stop` lets a sweep under way end. */
export async function startRunSweeps(
  world: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => Services,
) {
  const sweep = (graceMs?: number) =>
    resumeRuns(world, servicesOf, graceMs).catch((fault: unknown) =>
      world.log.error('evaluation runs could not be swept', faultFacts(fault)),
    );

  // This process is the only one: whoever made a run is gone.
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
