import * as v from 'valibot';

/** The ratio of p95 that an endpoint of a run may have. */
export const LatencyRatioLimit = v.pipe(
  v.number(),
  v.gtValue(0),
  v.maxValue(100),
  v.description(
    'Ratio of p95, such as 1.2, over which the report marks endpoints in this run. It changes no state. Default: setting replay.latencyLimit.',
  ),
);
