import * as v from 'valibot';
import { Count, Share } from '../../../platform/http/documents/shown-schemas.ts';
import { RoundResult } from '../../domain/plan.ts';

/** Verdict and counts that a round stored when it settled (spec 2.3, 3.4); null before. */
export const ShownCounts = v.object({
  verdict: v.nullable(RoundResult.entries.verdict),
  passRate: v.nullable(Share),
  totalCases: v.nullable(Count),
  successCases: v.nullable(Count),
  failedCases: v.nullable(Count),
});
export type ShownCounts = v.InferOutput<typeof ShownCounts>;

/** The counts of a round that has none. */
export const NO_COUNTS: ShownCounts = {
  verdict: null,
  passRate: null,
  totalCases: null,
  successCases: null,
  failedCases: null,
};

/** The counts of a round as answers show them. */
export function countsView(result: RoundResult | null): ShownCounts {
  if (result === null) return NO_COUNTS;
  const { verdict, passRate, totalCases, successCases, failedCases } = result;
  return { verdict, passRate, totalCases, successCases, failedCases };
}

/** Example counts of a settled round. */
export const COUNTS_EXAMPLE = { verdict: 'FAIL', passRate: 0.7, totalCases: 40, successCases: 28, failedCases: 12 };
