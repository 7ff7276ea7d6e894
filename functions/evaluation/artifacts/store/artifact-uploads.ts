import { createHash } from 'node:crypto';
import { UPLOAD_MS } from '../../../platform/blob-key.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { queryAll } from '../../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { hexOf } from '../../../platform/values/digest.ts';
import type { BlobFacts, SignedPut, World } from '../../../platform/world.ts';
import type { Artifact } from '../../domain/artifacts/artifact.ts';
import {
  type Announcement,
  type ArtifactRows,
  announcementOf,
  type StoredArtifact,
  shownArtifact,
} from './artifact-rows.ts';
import { type Announced, type ArtifactWriter, factsOf } from './artifact-writer.ts';

/** Why an upload is not committed (evaluation 3.5, 5.2). */
export type CommitRefusal =
  | 'not_found'
  | 'artifact_expired'
  | 'artifact_not_uploaded'
  | 'size_mismatch'
  | 'digest_mismatch';

export type ArtifactUploads = ReturnType<typeof artifactUploads>;

interface Parts {
  rows: ArtifactRows;
  store: ArtifactWriter;
  stored(digest: string): Promise<StoredArtifact | undefined>;
}

/**
 * Bytes that clients upload directly to the blob store: announced, uploaded to a staging key, verified, then copied to
 * the final key.
 */
export function artifactUploads(
  { table, blobs, now }: Pick<World, 'table' | 'blobs' | 'now'>,
  { rows, store, stored }: Parts,
) {
  /** Every announcement of these bytes. */
  async function* announcements(digest: string): AsyncGenerator<Announcement> {
    for await (const item of queryAll(table, rows.announcementsOf(digest))) yield announcementOf(item);
  }

  return {
    announcements,

    /**
     * Announces an upload. Returns no upload URL if the bytes are already committed. An earlier announcement stays
     * valid for its run.
     */
    async announce(announced: Announced): Promise<{ artifact: Artifact; upload: SignedPut | null }> {
      const { digest, size_bytes: sizeBytes } = announced;
      return retryOnConflict(
        async () => {
          const before = await stored(digest);
          if (before?.status === 'committed') return { artifact: await store.link(before, announced), upload: null };
          const pending = pendingArtifact(announced, now());
          if (!(await store.replace(before, pending, rows.announcement(pending, pending.expiresAt)))) return CONFLICT;
          const upload = await blobs.signedPut(rows.staging(digest), { sizeBytes, sha256: hexOf(digest) });
          return { artifact: shownArtifact(pending), upload };
        },
        { subject: 'the artifact' },
      );
    },

    /** Verifies an upload, commits it, and links it to every run that announced it. Idempotent. */
    async commit(digest: string): Promise<Result<Artifact, CommitRefusal>> {
      const announced = await stored(digest);
      if (announced === undefined) return refuse('not_found', 'there is no such artifact');
      if (announced.status === 'expired') return refuse('artifact_expired', 'the bytes of this artifact have expired');
      if (announced.status === 'pending') {
        const staging = rows.staging(digest);
        const uploaded = await uploadedBytes(blobs, staging);
        const wrong = uploaded && mismatch(announced, uploaded);
        if (wrong) {
          await blobs.remove(staging);
          return wrong;
        }
        const isStored = uploaded && (await store.commitBytes(announced, (blob) => blobs.copy(staging, blob)));
        if (isStored) await blobs.remove(staging);
      }
      // A concurrent commit deletes the upload once the row is committed.
      const after = await stored(digest);
      if (after?.status !== 'committed')
        return refuse('artifact_not_uploaded', 'the bytes of this artifact have not been uploaded');
      for await (const announcement of announcements(digest)) await store.link(after, announcement);
      return accept(shownArtifact(after));
    },
  };
}

const pendingArtifact = (announced: Announced, now: number): StoredArtifact & { expiresAt: number } => ({
  ...factsOf(announced),
  status: 'pending',
  created_at: now,
  committed_at: null,
  retention_until: null,
  blob: null,
  expiresAt: now + UPLOAD_MS,
});

/**
 * Size and sha256 of uploaded bytes. If the blob store has no checksum, the bytes are read and hashed in constant
 * memory.
 */
async function uploadedBytes(blobs: Pick<World['blobs'], 'stat' | 'get'>, key: string): Promise<BlobFacts | undefined> {
  const facts = await blobs.stat(key);
  if (facts === undefined || facts.sha256 !== null) return facts;
  const stream = await blobs.get(key);
  if (stream === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const part of stream) hash.update(part);
  return { ...facts, sha256: hash.digest('hex') };
}

function mismatch(announced: StoredArtifact, uploaded: BlobFacts) {
  if (uploaded.sizeBytes !== announced.size_bytes)
    return refuse('size_mismatch', 'the upload does not have the declared size');
  if (uploaded.sha256 !== hexOf(announced.digest))
    return refuse('digest_mismatch', 'the upload does not have this digest');
  return null;
}
