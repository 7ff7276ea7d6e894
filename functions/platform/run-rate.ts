import type { Config } from './settings/config.ts';
import { tokenBucket } from './values/token-bucket.ts';
import type { World } from './world.ts';

/** Two seconds of runs may start at once. */
const BURST_SECONDS = 2;
/** Maximum tenants whose rate is remembered; the one that was first seen is forgotten first. */
const MAX_TENANTS = 10_000;

/** The rate at which each tenant starts runs in this process (SVC_TRIGGERS_PER_SECOND), whatever starts them. */
export interface RunRate {
  /** Counts a run that is about to start and returns 0, or the seconds until one may. */
  take(tenant: string): number;
}

/** One for each process. */
export function runRate({ elapsed }: Pick<World, 'elapsed'>, { quotas }: Pick<Config, 'quotas'>): RunRate {
  const { triggersPerSecond: perSecond } = quotas;
  const buckets = new Map<string, ReturnType<typeof tokenBucket>>();
  return {
    take(tenant) {
      const bucket = buckets.get(tenant) ?? tokenBucket({ perSecond, burst: BURST_SECONDS * perSecond }, elapsed);
      buckets.set(tenant, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_TENANTS && oldest !== undefined) buckets.delete(oldest);
      return bucket.take();
    },
  };
}
