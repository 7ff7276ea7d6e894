import * as v from 'valibot';
import { CaseLocation } from './case-location.ts';
import type { RetentionCutoffs } from './retention-cutoffs.ts';

/** How many recordings and runs were deleted. */
const Deleted = v.object({ cases: v.number(), plans: v.number() });

/** A pass that deletes what is too old; times in epoch ms. */
const RetentionPass = v.object({
  startedAt: v.number(),
  /** Before which recordings and runs are deleted. */
  cutoffs: v.object({ cases: v.nullable(v.number()), plans: v.nullable(v.number()) }),
  /** Where it continues among the recordings; null before the first. */
  location: v.nullable(CaseLocation),
  /** The recordings are done. */
  hasCases: v.boolean(),
  deleted: Deleted,
});
export type RetentionPass = v.InferOutput<typeof RetentionPass>;

/** How far the deletion of what an application no longer keeps is. */
export const RetentionState = v.object({
  /** When a pass is due; of a claimed one, when its claim ends. Epoch ms. */
  dueAt: v.number(),
  /** Who works on it; null: free. */
  claim: v.nullable(v.string()),
  /** The change of settings that no pass has ended for yet. */
  change: v.nullable(v.object({ at: v.string(), by: v.string() })),
  pass: v.nullable(RetentionPass),
  /** The last pass that ended. */
  last: v.nullable(v.object({ endedAt: v.number(), deleted: Deleted })),
});
export type RetentionState = v.InferOutput<typeof RetentionState>;

/** A pass before its first deletion. */
export const newPass = (cutoffs: RetentionCutoffs, startedAt: number): RetentionPass => ({
  startedAt,
  cutoffs,
  location: null,
  hasCases: false,
  deleted: { cases: 0, plans: 0 },
});
