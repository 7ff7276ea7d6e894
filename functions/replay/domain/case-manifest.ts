import * as v from 'valibot';
import { Digest } from '../../platform/values/digest.ts';

/** One case that an attempt replays, with the digest of its recording. */
export const ManifestCase = v.object({
  case_id: v.string(),
  trace_id: v.string(),
  operation: v.string(),
  /** RFC 3339, ms. */
  recorded_at: v.string(),
  digest: Digest,
  /** The version of the recording, if a person accepted it from a run; absent as recorded. */
  recording_version: v.optional(v.number()),
});
export type ManifestCase = v.InferOutput<typeof ManifestCase>;

/**
 * The cases that an attempt replays, fixed before it begins. Evidence of what a rolling selection contained (evaluation
 * 3.14).
 */
export const CaseManifest = v.object({
  schema: v.literal('replay-regression.case-manifest/v1'),
  app_id: v.string(),
  /** The case set that selected them. Null: the definition's own selection. */
  case_set: v.nullable(Digest),
  /** In the order of recording. */
  cases: v.array(ManifestCase),
});
export type CaseManifest = v.InferOutput<typeof CaseManifest>;
