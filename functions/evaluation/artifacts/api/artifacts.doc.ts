import * as v from 'valibot';
import { type EndpointDoc, json, named, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { ARTIFACT_KINDS, ARTIFACT_STATUSES, VISIBILITIES } from '../../domain/artifacts/artifact.ts';
import { CreateArtifact } from './artifact-body.ts';

const artifact = v.object({
  digest: Digest,
  size_bytes: Count,
  media_type: v.string(),
  kind: v.picklist(ARTIFACT_KINDS),
  visibility: v.picklist(VISIBILITIES),
  status: v.picklist(ARTIFACT_STATUSES),
  created_at: Time,
  committed_at: v.nullable(Time),
  retention_until: v.nullable(Time),
  workflow_run_id: v.optional(v.string()),
  attempt_id: v.optional(v.string()),
  role: v.optional(v.string()),
});
const Shown = named('Artifact', artifact);
const Created = named(
  'CreatedArtifact',
  v.object({
    ...artifact.entries,
    upload: v.optional(
      v.object({
        url: v.pipe(v.string(), v.url()),
        method: v.literal('PUT'),
        headers: v.record(v.string(), v.string()),
        expires_at: Time,
      }),
    ),
  }),
);

const CONTENT = {
  schema: 'eval.subject/v1',
  kind: 'http_service',
  name: 'shop',
  revision: '0123456789abcdef0123456789abcdef01234567',
};
const DIGEST = 'sha256:494f830b4cf76dee3a1203f4db19277133888543af1d0952202e10fff3f04d62';
const ARTIFACT = {
  digest: DIGEST,
  size_bytes: 118,
  media_type: 'application/json',
  kind: 'subject',
  visibility: 'control_plane',
  status: 'committed',
  created_at: EXAMPLE.time,
  committed_at: EXAMPLE.time,
  retention_until: '2027-02-18T12:00:00.000Z',
};
const params: ParameterDocs = {
  digest: { schema: Digest, description: 'Digest of the bytes. The colon may be written as `%3A`.', example: DIGEST },
};

/** API documentation of artifact creation (evaluation 3.5). */
export const createArtifactDoc = {
  id: 'createArtifact',
  tag: 'Artifacts',
  summary: 'Commit an artifact, or open an upload',
  description:
    'With `content` (stored in canonical form, RFC 8785) or `content_base64`, the artifact is committed immediately. Both have at most 1 MiB. With `digest` and `size_bytes` it is pending: PUT the bytes to `upload.url` with `upload.headers`, then commit it, within 24 hours. Status 200 means that it was already committed. A manifest has at most 1 MiB. The default `visibility` is `control_plane` for manifests and `evaluator_only` for other artifacts.',
  request: json(named('ArtifactToCreate', CreateArtifact), {
    kind: 'subject',
    media_type: 'application/json',
    content: CONTENT,
  }),
  responses: { 201: json(Created, ARTIFACT), 200: json(Created, ARTIFACT) },
  refusals: problemDocs(
    ...(['duplicate_key', 'validation_failed', 'invalid_digest', 'number_out_of_range'] as const),
    ...(['digest_mismatch', 'size_mismatch', 'target_not_found', 'inconsistent_target'] as const),
  ),
} satisfies EndpointDoc;

/** API documentation of artifact commits (evaluation 3.5). */
export const commitArtifactDoc = {
  id: 'commitArtifact',
  tag: 'Artifacts',
  summary: 'Verify and commit uploaded bytes',
  description: 'May be repeated. Bytes that do not have the announced digest and size are deleted.',
  params,
  responses: { 200: json(Shown, ARTIFACT) },
  refusals: problemDocs('not_found', 'artifact_not_uploaded', 'artifact_expired', 'digest_mismatch', 'size_mismatch'),
} satisfies EndpointDoc;

/** API documentation of reading an artifact's metadata (evaluation 3.5). */
export const readArtifactDoc = readDoc(Shown, ARTIFACT, {
  id: 'readArtifact',
  tag: 'Artifacts',
  summary: 'Read the metadata of an artifact',
  description: '`expired`: the bytes were deleted after 90 days. Metadata stays for 400 days.',
  params,
});

/** API documentation of artifact downloads (evaluation 3.5). */
export const downloadArtifactDoc = {
  id: 'downloadArtifact',
  tag: 'Artifacts',
  summary: 'Get the download address of an artifact',
  description: 'Anyone with the address can use it for 15 minutes.',
  params,
  responses: {
    200: json(
      v.object({
        url: v.pipe(v.string(), v.url()),
        method: v.literal('GET'),
        expires_at: Time,
        size_bytes: Count,
        digest: Digest,
        media_type: v.string(),
      }),
      {
        url: 'https://replay.shop.internal/blobs/evaluation/2026-11-20/t/default/cas/sha256/ab/abcdef?expires=1795176900000&signature=Zk3wq8',
        method: 'GET',
        expires_at: '2026-11-20T12:15:00.000Z',
        size_bytes: 118,
        digest: DIGEST,
        media_type: 'application/json',
      },
    ),
  },
  refusals: problemDocs('not_found', 'artifact_expired').concat(
    problemDocs('artifact_not_committed').map((row) => ({ ...row, status: 409 })),
  ),
} satisfies EndpointDoc;

/** API documentation of listing a run's artifacts (evaluation 3.7). */
export const listRunArtifactsDoc = listDoc(Shown, ARTIFACT, {
  id: 'listRunArtifacts',
  tag: 'Artifacts',
  summary: 'List the artifacts of a run, newest first',
  params: {
    runId: { schema: v.string(), description: 'Id of the run.', example: RUN_EXAMPLE.runId },
  },
  refusals: problemDocs('invalid_cursor', 'not_found'),
});
