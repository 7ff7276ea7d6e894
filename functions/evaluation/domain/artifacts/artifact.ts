import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { AttemptId, RunId } from '../identifiers.ts';

/** Artifact kinds that pin the parts of a workflow (evaluation 3.5). @internal */
export const MANIFEST_KINDS = ['framework_definition', 'runner', 'subject', 'environment', 'gate_policy'] as const;

/** Kinds of artifacts (evaluation 3.5). */
export const ARTIFACT_KINDS = [
  ...MANIFEST_KINDS,
  'case_set',
  'native_result',
  'log',
  'trace',
  'usage',
  'evidence',
] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** Whether artifacts of this kind are manifests. */
export const isManifestKind = (kind: ArtifactKind): boolean => MANIFEST_KINDS.some((manifest) => manifest === kind);

/** Who may read an artifact's bytes while the workflow runs (evaluation 3.5). */
export const VISIBILITIES = ['control_plane', 'evaluator_only'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Default visibility of an artifact kind (evaluation 3.5). */
export const defaultVisibility = (kind: ArtifactKind): Visibility =>
  isManifestKind(kind) ? 'control_plane' : 'evaluator_only';

/** `pending`: announced; `committed`: stored and verified; `expired`: its bytes are deleted (evaluation 3.5). */
export const ARTIFACT_STATUSES = ['pending', 'committed', 'expired'] as const;

const MIB = 1024 * 1024;
/**
 * Maximum bytes of an artifact sent inline (evaluation 5.1), and of any manifest, because each run reads all manifests.
 */
export const MAX_INLINE_BYTES = MIB;
/** Maximum bytes of any artifact: the largest native result (evaluation 4). */
export const MAX_ARTIFACT_BYTES = 500 * MIB;
/** Maximum bytes of an artifact whose value the service itself parses. */
export const MAX_JSON_BYTES = 32 * MIB;

/** `type/subtype` with parameters (RFC 9110), in ASCII. */
export const MediaType = v.pipe(
  v.string(),
  v.maxLength(255),
  v.regex(
    /^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+( ?; ?[A-Za-z0-9!#$&^_.+-]+=("[ A-Za-z0-9_.,:/+-]*"|[A-Za-z0-9_.:+-]+))*$/,
  ),
);

/** Metadata of an artifact (evaluation 3.5). Times are epoch ms. */
export const Artifact = v.object({
  digest: Digest,
  size_bytes: v.number(),
  media_type: v.string(),
  kind: v.picklist(ARTIFACT_KINDS),
  visibility: v.picklist(VISIBILITIES),
  status: v.picklist(ARTIFACT_STATUSES),
  created_at: v.number(),
  committed_at: v.nullable(v.number()),
  /** When its bytes expire. Null while pending, and for built-in artifacts, which never expire. */
  retention_until: v.nullable(v.number()),
  workflow_run_id: v.optional(RunId),
  attempt_id: v.optional(AttemptId),
  /** Its role within the run. */
  role: v.optional(v.string()),
});
export type Artifact = v.InferOutput<typeof Artifact>;
