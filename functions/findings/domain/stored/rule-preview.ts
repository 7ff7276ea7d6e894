import * as v from 'valibot';
import { Count } from '../../../platform/values/shown-values.ts';
import { Shift } from '../changes.ts';
import { FindingsState } from '../findings.ts';

/** Findings without their entries. */
export const FindingsSummary = v.object({
  state: FindingsState,
  needsActionInterfaces: Count,
  toReviewInterfaces: Count,
  interfacesUnchanged: Count,
  endpoints: v.pipe(
    v.object({ needsAction: Count, toReview: Count, unchanged: Count }),
    v.description('The same counts of endpoints as method and path.'),
  ),
  findings: v.pipe(v.object({ needsAction: Count, toReview: Count }), v.description('Findings of each group.')),
  failedRequests: Count,
  excludedFieldCount: Count,
  expectedRequests: v.pipe(Count, v.description('Requests with an expected change, or marked as expected.')),
});
export type FindingsSummary = v.InferOutput<typeof FindingsSummary>;

/** What more rules change in a settled round. */
export const RulePreview = v.object({
  before: FindingsSummary,
  after: FindingsSummary,
  removed: v.array(Shift),
  added: v.array(Shift),
  covers: v.pipe(
    v.array(v.object({ id: v.string(), requests: Count })),
    v.description('What each expected change covers then.'),
  ),
});
export type RulePreview = v.InferOutput<typeof RulePreview>;

/** The same with what was compared for it. */
export const RecomparePreview = v.object({
  ...RulePreview.entries,
  /** Stored responses that were compared again. */
  requests: Count,
  /** The limit was reached: the remaining responses are as stored. */
  cut: v.boolean(),
});
export type RecomparePreview = v.InferOutput<typeof RecomparePreview>;
