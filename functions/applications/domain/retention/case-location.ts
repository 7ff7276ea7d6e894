import * as v from 'valibot';

/** Where a pass over the recordings of an application continues. */
export const CaseLocation = v.object({
  /** Whether it looks at all recordings, instead of those that were also recorded early. */
  isAll: v.boolean(),
  operation: v.string(),
  /** A cursor of this endpoint's list; null before its first recording. */
  after: v.nullable(v.string()),
});
export type CaseLocation = v.InferOutput<typeof CaseLocation>;
