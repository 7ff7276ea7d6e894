import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import type { ComputedFindings } from '../../findings/domain/compute-findings.ts';
import { Uncompared } from '../../findings/domain/findings.ts';
import type { RoundMeasures } from '../../findings/domain/stored/stored-answer.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { TimedFindings, timedFindings } from './latency-findings.ts';

/** Maximum fields that `findings.dataMoved` lists: those of most requests. */
const MAX_MOVED_FIELDS = 200;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Where the running build answers unlike the recordings (interface 13). */
const DataMoved = v.object({
  requests: v.pipe(count, v.description('Requests with at least one such field.')),
  fields: v.pipe(
    v.array(
      v.object({
        operationName: v.string(),
        method: v.pipe(v.optional(v.string()), v.description('Absent where it is unknown.')),
        kind: Kind,
        subject: v.string(),
        requests: v.pipe(count, v.description('Requests with this field.')),
        totalRequests: v.pipe(count, v.description('All of the endpoint and method.')),
      }),
    ),
    v.description(`Fields by endpoint, most requests first, at most ${MAX_MOVED_FIELDS}.`),
  ),
});

/** Findings with what a run with a running build knows beside them. */
export const ReportedFindings = v.object({
  ...TimedFindings.entries,
  dataMoved: v.pipe(
    v.optional(DataMoved),
    v.description(
      'Where the running build (`baselineEnv`) answers unlike the recordings, under the current rules and expectations, and apart from what noise reduction suggests ignoring. It needs nothing, and no finding counts it. Absent in runs without baselineEnv.',
    ),
  ),
  uncompared: v.pipe(
    v.optional(Uncompared),
    v.description(
      'Requests of a run with baselineEnv that were not compared. `failed`: the running build failed, and they count as without result. `refused`: both builds answered 401. `leftOut`: they change data that both builds may share. Absent where every request was compared.',
    ),
  ),
});
export type ReportedFindings = v.InferOutput<typeof ReportedFindings>;

/** Findings as answers show them. */
export function reportedFindings(
  { baselineEnv }: Pick<ReplayPlan, 'baselineEnv'>,
  { findings, totals, measures }: Pick<ComputedFindings, 'findings' | 'totals'> & { measures: RoundMeasures },
): ReportedFindings {
  const timed = timedFindings(findings, measures.times);
  if (baselineEnv === undefined) return timed;
  const { moved = { requests: 0, fields: [] } } = measures;
  return {
    ...timed,
    ...(timed.latency && {
      latency: timed.latency.map(({ recorded, ...one }) => ({ ...one, ...(recorded && { baseline: recorded }) })),
    }),
    dataMoved: {
      requests: moved.requests,
      fields: moved.fields
        .slice(0, MAX_MOVED_FIELDS)
        .map(({ operation, ...field }) => ({ operationName: operation, ...field })),
    },
    ...(totals.uncompared && { uncompared: totals.uncompared }),
  };
}
