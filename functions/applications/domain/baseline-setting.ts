import * as v from 'valibot';

/** The running build of an application. Optional in rows of earlier versions. */
export const RunningBuildSettings = {
  /** Whether a target and a running build have separate data, so that each may get every write. */
  separateData: v.optional(v.boolean(), false),
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
  separateData: v.nullish(v.boolean()),
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
