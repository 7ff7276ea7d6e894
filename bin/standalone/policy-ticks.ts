import { tickPolicies } from '../../functions/evaluation/policies/steps/policy-tick.ts';
import type { Services } from '../../functions/platform/http/api.ts';
import { faultFacts } from '../../functions/platform/http/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';

const TICK_MS = 60_000;

/** Does what is due of online policies and backfills each minute (evaluation 3.15), until stopped; `stop` lets a tick under way end. */
export function startPolicyTicks(
  world: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => Services,
) {
  const tick = () =>
    tickPolicies(world, servicesOf).catch((fault: unknown) =>
      world.log.error('online policies could not be looked at', faultFacts(fault)),
    );
  let ticking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    ticking = ticking.then(tick);
  }, TICK_MS).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await ticking;
    },
  };
}
