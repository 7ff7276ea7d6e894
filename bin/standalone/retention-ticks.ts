import { retentionServices } from '../../functions/console/composition.ts';
import { applyRetention } from '../../functions/console/steps/apply-retention.ts';
import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';
import { startTicks, type Ticks } from './ticks.ts';

const TICK_MS = 10_000;

interface RetentionTickParts {
  world: Pick<World, 'table' | 'log'>;
  host: Compositions;
  /** The time by which stored data expires: a wrong clock deletes nothing. Epoch ms. */
  expiry(): number;
}

/**
 * Deletes what applications no longer keep: immediately, which resumes what a crash has interrupted, and then every 10
 * s, until stopped. `stop` waits for the page that is being deleted.
 */
export function startRetentionTicks({ world, host, expiry }: RetentionTickParts): Ticks {
  const stopping = new AbortController();
  const servicesOf = (tenant: string) => ({ ...host.servicesOf(retentionServices)(tenant), now: expiry });
  const apply = (isFirst: boolean) =>
    applyRetention({ ...world, now: expiry }, servicesOf, {
      until: Number.POSITIVE_INFINITY,
      isFirst,
      signal: stopping.signal,
    }).catch((fault: unknown) =>
      world.log.error('the retention of applications could not be applied', faultFacts(fault)),
    );
  // This process is the only one, so the worker of any claim no longer exists.
  const ticks = startTicks(() => apply(false), TICK_MS, apply(true));
  return {
    stop() {
      stopping.abort();
      return ticks.stop();
    },
  };
}
