import * as v from 'valibot';
import { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import { Findings, Uncompared } from '../findings.ts';
import { MovedData } from '../moved-data.ts';

const count = v.number();
const Shown = v.object({ endpoints: count, requests: count });

/** What findings are shown with: how their round went, without its clusters. */
export const RoundMeasures = v.object({
  ...v.omit(RoundClusters, ['clusters', 'dataMoved']).entries,
  /** Absent in runs without a running build, and where nothing differs from the recordings. */
  moved: v.optional(MovedData),
});
export type RoundMeasures = v.InferOutput<typeof RoundMeasures>;

/** The findings of a round as they are stored for its polls. */
export const StoredAnswer = v.object({
  findings: Findings,
  counts: v.object({ totalCases: count, successCases: count, failedCases: count }),
  totals: v.object({
    shown: v.object({ needsAction: Shown, toReview: Shown }),
    ignored: v.object({ rules: count, requests: count }),
    expected: v.object({
      requests: count,
      lasting: v.optional(count),
      changes: v.array(v.object({ ruleId: v.string(), requests: count })),
    }),
    damagedRecordings: count,
    unansweredCalls: v.optional(count, 0),
    uncompared: v.optional(Uncompared),
  }),
  measures: RoundMeasures,
});
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>;

/** The clusters that findings were computed from, with folded subjects, and their marked requests by outcome. */
export const StoredClusters = v.object({
  clusters: RoundClusters.entries.clusters,
  marked: v.array(v.tuple([v.string(), v.number()])),
});
export type StoredClusters = v.InferOutput<typeof StoredClusters>;
