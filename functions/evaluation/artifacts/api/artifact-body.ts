import * as v from 'valibot';
import type { ApiRequest } from '../../../platform/http/api.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { Digest } from '../../../platform/values/digest.ts';
import type { ProblemCode } from '../../../platform/values/problems.ts';
import { type ValidatedBody, validateBody } from '../../common/api/validate-body.ts';
import {
  ARTIFACT_KINDS,
  isManifestKind,
  MAX_ARTIFACT_BYTES,
  MAX_INLINE_BYTES,
  MediaType,
  VISIBILITIES,
} from '../../domain/artifacts/artifact.ts';
import { canonicalJson, digestOfBytes } from '../../domain/canonical-json.ts';
import { AttemptId, RunId } from '../../domain/identifiers.ts';
import { memberBytes, parseStrictJson } from '../../domain/strict-json.ts';

/** The size of bytes that are uploaded later. */
export const AnnouncedBytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ARTIFACT_BYTES));

/**
 * Body of POST /api/v1/eval/artifacts (evaluation 3.5): either `content` or `content_base64`, or `digest` with
 * `size_bytes`.
 */
export const CreateArtifact = v.object({
  kind: v.picklist(ARTIFACT_KINDS),
  media_type: MediaType,
  visibility: v.optional(v.picklist(VISIBILITIES)),
  content: v.optional(v.unknown()),
  content_base64: v.optional(v.string()),
  digest: v.optional(Digest),
  size_bytes: v.optional(AnnouncedBytes),
  workflow_run_id: v.optional(RunId),
  attempt_id: v.optional(AttemptId),
});
export type CreateArtifact = v.InferOutput<typeof CreateArtifact>;

/** An artifact to create: its bytes, or their digest and size. */
export type ArtifactRequest = Omit<CreateArtifact, 'content' | 'content_base64'> &
  ({ bytes: Uint8Array } | { bytes: null; digest: Digest; size_bytes: number });

/** Parses the body. Inline JSON is returned in canonical form (evaluation 3.4). */
export function readArtifact({
  body,
  bytes: sent,
}: Pick<ApiRequest, 'body' | 'bytes'>): ValidatedBody<ArtifactRequest> {
  const read = validateBody(CreateArtifact, body);
  if (!read.ok) return read;
  const { content: _, content_base64: base64, ...said } = read.value;
  const hasContent = Object.hasOwn(body, 'content');
  if (hasContent && base64 !== undefined) return invalid('content_base64', 'cannot be combined with content');
  if (!hasContent && base64 === undefined) {
    const { digest, size_bytes } = said;
    if (digest === undefined) return invalid('digest', 'is missing, as is the content');
    if (size_bytes === undefined) return invalid('size_bytes', 'is missing, as is the content');
    if (isManifestKind(said.kind) && size_bytes > MAX_INLINE_BYTES)
      return invalid('size_bytes', 'of a manifest is at most 1 MiB');
    return accept({ ...said, bytes: null, digest, size_bytes });
  }
  const inline = base64 === undefined ? canonicalBytes(sent) : bytesOfBase64(base64);
  if (!inline.ok) {
    return inline.code === 'validation_failed'
      ? invalid(hasContent ? 'content' : 'content_base64', inline.message)
      : { ...inline, errors: [] };
  }
  const bytes = inline.value;
  if (said.digest !== undefined && said.digest !== digestOfBytes(bytes))
    return { ...refuse('digest_mismatch', 'the content does not match the given digest'), errors: [] };
  if (said.size_bytes !== undefined && said.size_bytes !== bytes.byteLength)
    return { ...refuse('size_mismatch', 'the content does not match the given size'), errors: [] };
  return accept({ ...said, bytes });
}

/** Reads `content` from the raw body, because parsing would lose details that the digest depends on. */
function canonicalBytes(sent: Uint8Array): Result<Uint8Array, ProblemCode> {
  const content = memberBytes(sent, 'content');
  if (content === undefined) return refuse('invalid_json', 'the body is not readable JSON');
  const parsed = parseStrictJson(content);
  return parsed.ok
    ? withinLimit(Buffer.from(canonicalJson(parsed.value)))
    : refuse(parsed.code, `content: ${parsed.message}`);
}

function bytesOfBase64(text: string): Result<Uint8Array, ProblemCode> {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text
    ? withinLimit(bytes)
    : refuse('validation_failed', 'is not padded base64 (RFC 4648)');
}

const withinLimit = (bytes: Uint8Array): Result<Uint8Array, ProblemCode> =>
  bytes.byteLength <= MAX_INLINE_BYTES
    ? accept(bytes)
    : refuse('payload_too_large', 'the content is larger than 1 MiB: declare its digest and upload it');

const invalid = (member: string, detail: string): ValidatedBody<never> => ({
  ...refuse('validation_failed', 'one or more members of the body are invalid'),
  errors: [{ pointer: `#/${member}`, code: 'validation_failed', detail }],
});
