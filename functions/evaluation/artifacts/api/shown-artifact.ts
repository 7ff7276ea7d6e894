import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { ARTIFACT_KINDS, ARTIFACT_STATUSES, VISIBILITIES } from '../../domain/artifacts/artifact.ts';

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

/** An artifact in answers (evaluation 3.5). */
export const ShownArtifact = named('Artifact', artifact);

/** A new artifact, with its upload if it is pending. */
export const CreatedArtifact = named(
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

/** The content of the artifact in the examples. */
export const CONTENT_EXAMPLE = {
  schema: 'eval.subject/v1',
  kind: 'http_service',
  name: 'shop',
  revision: '0123456789abcdef0123456789abcdef01234567',
};

/** Its digest. */
export const DIGEST_EXAMPLE = 'sha256:494f830b4cf76dee3a1203f4db19277133888543af1d0952202e10fff3f04d62';

/** An example of an artifact. */
export const ARTIFACT_EXAMPLE = {
  digest: DIGEST_EXAMPLE,
  size_bytes: 118,
  media_type: 'application/json',
  kind: 'subject',
  visibility: 'control_plane',
  status: 'committed',
  created_at: EXAMPLE.time,
  committed_at: EXAMPLE.time,
  retention_until: '2027-02-18T12:00:00.000Z',
};

/** The download address of an artifact. */
export const ShownDownload = v.object({
  url: v.pipe(v.string(), v.url()),
  method: v.literal('GET'),
  expires_at: Time,
  size_bytes: Count,
  digest: Digest,
  media_type: v.string(),
});

/** An example of it. */
export const DOWNLOAD_EXAMPLE = {
  url: 'https://replay.shop.internal/blobs/evaluation/2026-11-20/t/default/cas/sha256/ab/abcdef?expires=1795176900000&signature=Zk3wq8',
  method: 'GET',
  expires_at: '2026-11-20T12:15:00.000Z',
  size_bytes: 118,
  digest: DIGEST_EXAMPLE,
  media_type: 'application/json',
};
