import * as v from 'valibot';
import { answers, docs, json, named, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { CreateArtifact } from './artifact-body.ts';
import {
  ARTIFACT_EXAMPLE,
  CONTENT_EXAMPLE,
  CreatedArtifact,
  DIGEST_EXAMPLE,
  DOWNLOAD_EXAMPLE,
  ShownArtifact,
  ShownDownload,
} from './shown-artifact.ts';

const params: ParameterDocs = {
  digest: {
    schema: Digest,
    description: 'Digest of the bytes. The colon may be written as `%3A`.',
    example: DIGEST_EXAMPLE,
  },
};

/** What the OpenAPI document says of artifacts (evaluation 3.5). */
export const artifactDocs = docs('Artifacts', {
  createArtifact: {
    summary: 'Commit an artifact, or open an upload',
    description:
      'With `content` (stored in canonical form, RFC 8785) or `content_base64`, the artifact is committed immediately. Both have at most 1 MiB. With `digest` and `size_bytes` it is pending: PUT the bytes to `upload.url` with `upload.headers`, then commit it, within 24 hours. Status 200 means that it was already committed. A manifest has at most 1 MiB. The default `visibility` is `control_plane` for manifests and `evaluator_only` for other artifacts.',
    request: json(named('ArtifactToCreate', CreateArtifact), {
      kind: 'subject',
      media_type: 'application/json',
      content: CONTENT_EXAMPLE,
    }),
    responses: { 201: json(CreatedArtifact, ARTIFACT_EXAMPLE), 200: json(CreatedArtifact, ARTIFACT_EXAMPLE) },
    refusals: problemDocs(
      ...(['duplicate_key', 'validation_failed', 'invalid_digest', 'number_out_of_range'] as const),
      ...(['digest_mismatch', 'size_mismatch', 'target_not_found', 'inconsistent_target'] as const),
    ),
  },
  commitArtifact: {
    summary: 'Verify and commit uploaded bytes',
    description: 'May be repeated. Bytes that do not have the announced digest and size are deleted.',
    params,
    responses: answers(ShownArtifact, ARTIFACT_EXAMPLE),
    refusals: problemDocs('not_found', 'artifact_not_uploaded', 'artifact_expired', 'digest_mismatch', 'size_mismatch'),
  },
  readArtifact: readDoc(ShownArtifact, ARTIFACT_EXAMPLE, {
    summary: 'Read the metadata of an artifact',
    description: '`expired`: the bytes were deleted after 90 days. Metadata stays for 400 days.',
    params,
  }),
  downloadArtifact: {
    summary: 'Get the download address of an artifact',
    description: 'Anyone with the address can use it for 15 minutes.',
    params,
    responses: answers(ShownDownload, DOWNLOAD_EXAMPLE),
    refusals: problemDocs('not_found', 'artifact_expired').concat(
      problemDocs('artifact_not_committed').map((row) => ({ ...row, status: 409 })),
    ),
  },
  listRunArtifacts: listDoc(ShownArtifact, ARTIFACT_EXAMPLE, {
    summary: 'List the artifacts of a run, newest first',
    params: { runId: { schema: v.string(), description: 'Id of the run.', example: RUN_EXAMPLE.runId } },
    refusals: problemDocs('invalid_cursor', 'not_found'),
  }),
});
