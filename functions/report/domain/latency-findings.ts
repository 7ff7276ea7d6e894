import * as v from 'valibot';
import { Findings } from '../../findings/domain/findings.ts';
import { type EndpointTimes, MAX_TIMED, Times } from '../../replay/domain/latency/endpoint-times.ts';
import { LatencyRatio, MIN_PAIRS } from '../../replay/domain/latency/p95-ratio.ts';

/** Maximum endpoints that `findings.latency` lists: those that became slowest. @internal */
export const MAX_LISTED_TIMES = 100;

/** The durations of one endpoint and method (interface 13). */
const LatencyFinding = v.object({
  operationName: v.string(),
  method: v.pipe(v.optional(v.string()), v.description('Absent where it is unknown.')),
  recorded: v.pipe(
    v.optional(Times),
    v.description('Other hardware may have answered then. Absent where no recording has a duration.'),
  ),
  baseline: v.pipe(
    v.optional(Times),
    v.description('Of the running build, in place of `recorded`. Only in runs with baselineEnv.'),
  ),
  replayed: Times,
  ratio: v.pipe(
    v.optional(LatencyRatio),
    v.description(
      `Replayed p95 by recorded p95, or by that of the running build, and the ends of its 95 % interval (paired bootstrap). Absent where fewer than ${MIN_PAIRS} requests have both durations: too few to say anything.`,
    ),
  ),
});

/** Findings with the durations of their endpoints. */
export const TimedFindings = v.object({
  ...Findings.entries,
  latency: v.pipe(
    v.optional(v.array(LatencyFinding)),
    v.description(
      `Durations in ms of requests with a response of the recorded class, such as 2xx: of at most ${MAX_TIMED} of an endpoint, drawn at random. Up to ${MAX_LISTED_TIMES} endpoints, the highest lower end of the ratio first. Information: it changes neither state nor counts. Absent in runs of earlier versions.`,
    ),
  ),
  latencyOmitted: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.description('Endpoints beyond those that `latency` lists. Absent if all are.'),
  ),
});
export type TimedFindings = v.InferOutput<typeof TimedFindings>;

/** Findings with what `times` of their round say; those of a round without are as they are. */
export function timedFindings(findings: Findings, times: readonly EndpointTimes[] | undefined): TimedFindings {
  if (times === undefined) return findings;
  const omitted = times.length - MAX_LISTED_TIMES;
  return {
    ...findings,
    latency: slowestFirst(times)
      .slice(0, MAX_LISTED_TIMES)
      .map(({ operation, ...one }) => ({ operationName: operation, ...one })),
    ...(omitted > 0 && { latencyOmitted: omitted }),
  };
}

/** The highest lower end of the ratio first; endpoints without a ratio last, as they were. */
const slowestFirst = (times: readonly EndpointTimes[]): EndpointTimes[] =>
  times.toSorted((a, b) => (b.ratio?.low ?? 0) - (a.ratio?.low ?? 0));
