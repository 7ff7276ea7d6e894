import * as v from 'valibot';
import { Digest } from '../../platform/digest.ts';

/** One case that an attempt replays, with the digest of its recording. */
export const ManifestCase = v.object({
  case_id: v.string(),
  trace_id: v.string(),
  operation: v.string(),
  /** RFC 3339, ms. */
  recorded_at: v.string(),
  digest: Digest,
});
export type ManifestCase = v.InferOutput<typeof ManifestCase>;

/** What an attempt replays, fixed before it begins: evidence of what a rolling selection took (evaluation 3.14). */
export const CaseManifest = v.object({
  schema: v.literal('replay-regression.case-manifest/v1'),
  app_id: v.string(),
  /** The case set that selected them; null: the definition's own selection. */
  case_set: v.nullable(Digest),
  /** In the order of their recording. */
  cases: v.array(ManifestCase),
});
export type CaseManifest = v.InferOutput<typeof CaseManifest>;
