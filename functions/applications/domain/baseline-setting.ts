import * as v from 'valibot';

/**
 * What happens to requests that change data: they go to both builds if mocks answer their calls, or always, because
 * each build has its own data; or they are left out.
 */
const ChangingRequests = v.picklist(['mocks', 'both', 'leaveOut']);
export type ChangingRequests = v.InferOutput<typeof ChangingRequests>;

/** The running build of an application. Optional in rows of earlier versions. */
export const RunningBuildSettings = {
  changingRequests: v.optional(ChangingRequests, 'mocks'),
  /** The running build that runs are compared with by default; null: with their recordings. */
  baselineEnv: v.optional(v.nullable(v.string()), null),
  /** The ratio of p95 that an endpoint of the build under test may have; 0: there is no limit. */
  latencyLimit: v.optional(v.number(), 0),
} as const;

/** A limit of latency in a change of settings: absent and null leave it unchanged. */
const LatencyLimitChange = v.nullish(
  v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(100),
    v.description(
      'Highest ratio of p95, such as 1.2, before the report calls an endpoint over the limit: the whole interval of its ratio is above it. It changes no state. `0`: there is no limit.',
    ),
  ),
);

/** Compares runs with their recordings again. */
const NONE = 'none';

/** The address of a running build in a change of settings: absent and null leave it unchanged, `none` removes it. */
const BaselineChange = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((address) => address === NONE || isAddress(address)),
    v.description(
      'Address of an instance with the old build that runs are compared with by default. `none`: with the recordings.',
    ),
  ),
);

/** A change of these settings. */
export const RunningBuildChange = {
  changingRequests: v.nullish(
    v.pipe(
      ChangingRequests,
      v.description(
        'Requests that change data, in runs with a running build. `mocks`: sent to both if mocks answer their calls, as are logins. `both`: sent to both, since each build has its own data. `leaveOut`: never sent.',
      ),
    ),
  ),
  baselineEnv: BaselineChange,
  latencyLimit: LatencyLimitChange,
} as const;

/** The setting after a change. */
export const changedBaseline = (current: string | null, change: string | null | undefined): string | null =>
  change === NONE ? null : (change ?? current);

function isAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    /^https?:\/\//i.test(address) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  );
}
