import type { RunningServices } from '../../functions/evaluation/composition.ts';
import { tickPolicies } from '../../functions/evaluation/policies/steps/policy-tick.ts';
import type { ServicesOf } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';
import { startTicks } from './ticks.ts';

const TICK_MS = 60_000;

/**
 * Runs due work of online policies and backfills every minute (evaluation 3.15), until stopped; `stop` waits for a
 * running tick.
 */
export function startPolicyTicks(world: Pick<World, 'table' | 'now' | 'log'>, servicesOf: ServicesOf<RunningServices>) {
  const tick = () =>
    tickPolicies(world, servicesOf).catch((fault: unknown) =>
      world.log.error('online policies could not be checked', faultFacts(fault)),
    );
  return startTicks(tick, TICK_MS);
}
