import type { Config } from '../settings/config.ts';
import { storedBytes } from '../stored-bytes.ts';
import { tokenBucket } from '../values/token-bucket.ts';
import type { World } from '../world.ts';
import { type ApiRequest, type EndpointFacts, ERRORS } from './api.ts';
import type { ErrorRow } from './error-row.ts';

/** The quotas of a tenant (docs/settings.md). */
export interface RequestLimits {
  /** The error for a request beyond a quota, checked before its body is read; null: it may go on. */
  rateError(endpoint: Pick<EndpointFacts, 'startsRun'>, tenant: string): ErrorRow | null;
  /** Likewise, checked when its body is known. */
  storageError(
    endpoint: Pick<EndpointFacts, 'storedBytes'>,
    tenant: string,
    request: Pick<ApiRequest, 'query' | 'body' | 'bytes'>,
  ): Promise<ErrorRow | null>;
}

/** Two seconds of triggers may come at once. */
const BURST_SECONDS = 2;
/** Maximum tenants whose rate is remembered; the one that was first seen is forgotten first. */
const MAX_TENANTS = 10_000;

/** The quotas of every tenant; rates are per process, bytes are counted in the table. */
export function requestLimits({
  world,
  config,
}: {
  world: Pick<World, 'table' | 'now' | 'elapsed'>;
  config: Pick<Config, 'quotas'>;
}): RequestLimits {
  const { triggersPerSecond: perSecond, storedBytesPerDay } = config.quotas;
  const triggers = new Map<string, ReturnType<typeof tokenBucket>>();
  const stored = storedBytes(world, storedBytesPerDay);

  function bucketOf(tenant: string) {
    const bucket = triggers.get(tenant) ?? tokenBucket({ perSecond, burst: BURST_SECONDS * perSecond }, world.elapsed);
    triggers.set(tenant, bucket);
    const [oldest] = triggers.keys();
    if (triggers.size > MAX_TENANTS && oldest !== undefined) triggers.delete(oldest);
    return bucket;
  }

  return {
    rateError({ startsRun }, tenant) {
      const seconds = startsRun ? bucketOf(tenant).take() : 0;
      return seconds > 0
        ? tooMany(`more than ${perSecond} runs per second were started; try again later`, seconds)
        : null;
    },

    async storageError({ storedBytes: bytesOf }, tenant, request) {
      const bytes = bytesOf?.(request) ?? 0;
      const seconds = bytes > 0 ? await stored.take(tenant, bytes) : 0;
      return seconds > 0 ? tooMany('the daily limit of stored bytes is reached', seconds) : null;
    },
  };
}

/** The error for a request beyond a limit that has room again after so many seconds. */
export const tooMany = (message: string, seconds: number): ErrorRow => ({
  ...ERRORS.tooManyRequests,
  message,
  headers: { 'retry-after': String(seconds) },
});
