import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { wellFormed } from '../../../platform/well-formed.ts';
import { MOST_JSON_BYTES } from '../../artifacts/domain/artifact.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';

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

/** A case manifest as it is kept; refused where it is larger than what the service reads again (evaluation 3.14). */
export function caseManifestBytes(manifest: CaseManifest): Result<Uint8Array, 'resource_exhausted'> {
  const bytes = Buffer.from(canonicalJson(wellFormed(manifest)));
  return bytes.byteLength <= MOST_JSON_BYTES
    ? accept(bytes)
    : refuse('resource_exhausted', 'The manifest of the selected cases is larger than 32 MiB: select fewer cases.');
}
