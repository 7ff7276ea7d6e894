import type { RunRate } from '../run-rate.ts';
import type { Config } from '../settings/config.ts';
import { storedBytes } from '../stored-bytes.ts';
import type { World } from '../world.ts';
import { type ApiRequest, type EndpointFacts, ERRORS } from './api.ts';
import type { ErrorRow } from './error-row.ts';

/** The quotas of a tenant (docs/settings.md). */
export interface RequestLimits {
  /** The error for a request beyond a quota, checked before its body is read; null: it may continue. */
  rateError(endpoint: Pick<EndpointFacts, 'startsRun'>, tenant: string): ErrorRow | null;
  /** Counts what a request is going to store, when its body is known. */
  reserveBytes(
    endpoint: Pick<EndpointFacts, 'storedBytes'>,
    tenant: string,
    request: Pick<ApiRequest, 'query' | 'body' | 'bytes'>,
  ): Promise<ReservedBytes>;
}

/** The error for a request beyond the quota, or null; `giveBack` is for one that was refused and has stored nothing. */
interface ReservedBytes {
  error: ErrorRow | null;
  giveBack(): void;
}

/** The quotas of every tenant; rates are per process, bytes are counted in the table. */
export function requestLimits({
  world,
  config,
  runs,
}: {
  world: Pick<World, 'table' | 'now'>;
  config: Pick<Config, 'quotas'>;
  runs: RunRate;
}): RequestLimits {
  const { triggersPerSecond: perSecond, storedBytesPerDay } = config.quotas;
  const stored = storedBytes(world, storedBytesPerDay);

  return {
    rateError({ startsRun }, tenant) {
      const seconds = startsRun ? runs.take(tenant) : 0;
      return seconds > 0
        ? tooMany(`more than ${perSecond} runs per second were started; try again later`, seconds)
        : null;
    },

    async reserveBytes({ storedBytes: bytesOf }, tenant, request) {
      const bytes = bytesOf?.(request) ?? 0;
      const seconds = bytes > 0 ? await stored.take(tenant, bytes) : 0;
      return seconds > 0
        ? { error: tooMany('the daily limit of stored bytes is reached', seconds), giveBack: () => {} }
        : { error: null, giveBack: () => stored.giveBack(tenant, bytes) };
    },
  };
}

/** The error for a request beyond a limit that has room again after so many seconds. */
const tooMany = (message: string, seconds: number): ErrorRow => ({
  ...ERRORS.tooManyRequests,
  message,
  headers: { 'retry-after': String(seconds) },
});
