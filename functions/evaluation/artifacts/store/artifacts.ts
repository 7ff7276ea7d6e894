import { blobBytes } from '../../../platform/blob-bytes.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { bound } from '../../../platform/table/bound.ts';
import { DamagedData } from '../../../platform/values/damaged-data.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import { hexOf } from '../../../platform/values/digest.ts';
import { blobKeyOf } from '../../../platform/values/families/blob-families.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { Json, SignedGet, World } from '../../../platform/world.ts';
import {
  type Artifact,
  type ArtifactKind,
  defaultVisibility,
  MAX_JSON_BYTES,
} from '../../domain/artifacts/artifact.ts';
import { digestOfBytes } from '../../domain/canonical-json.ts';
import { parseStrictJson } from '../../domain/strict-json.ts';
import {
  type ArtifactRows,
  artifactRows,
  linkOf,
  type StoredArtifact,
  shownArtifact,
  storedArtifactOf,
} from './artifact-rows.ts';
import { type ArtifactUploads, artifactUploads } from './artifact-uploads.ts';
import { type Announced, type ArtifactFacts, type ArtifactWriter, artifactWriter } from './artifact-writer.ts';

/** An artifact that every tenant has and that never expires. */
export interface BuiltInArtifact {
  digest: Digest;
  bytes: Uint8Array;
  kind: ArtifactKind;
  media_type: string;
}

type DownloadRefusal = 'not_found' | 'artifact_expired' | 'artifact_not_committed';

interface Artifacts extends Pick<World, 'table' | 'blobs' | 'now'> {
  rows: ArtifactRows;
  writer: ArtifactWriter;
  uploads: ArtifactUploads;
  stored(digest: string): Promise<StoredArtifact | undefined>;
  builtInOf(digest: string): BuiltInArtifact | undefined;
}

/**
 * Artifacts of one tenant, by the digest of their bytes (evaluation 3.5). `builtIns` are committed from the start
 * (evaluation 5.6).
 */
export function artifactStore(
  { table, blobs, now }: Pick<World, 'table' | 'blobs' | 'now'>,
  tenant: string,
  builtIns: readonly BuiltInArtifact[],
) {
  const rows = artifactRows(tenant);
  const writer = artifactWriter({ table, blobs, now }, { rows, stored });
  const uploads = artifactUploads({ table, blobs, now }, { rows, store: writer, stored });
  const builtInOf = (digest: string) => builtIns.find((builtIn) => builtIn.digest === digest);

  async function stored(digest: string): Promise<StoredArtifact | undefined> {
    const item = await table.get(rows.keyOf(digest));
    return item && storedArtifactOf(item, now());
  }

  return {
    /** Announcements of an upload, until it expires. */
    announcements: uploads.announcements,
    ...bound(
      { table, blobs, now, rows, writer, uploads, stored, builtInOf },
      { find, keep, put, announce, commit, bytesOf, jsonOf, download, ofRun },
    ),
  };
}

/** Metadata of an artifact, even if it is pending or expired. */
async function find({ builtInOf, stored }: Artifacts, digest: string): Promise<Artifact | undefined> {
  const builtIn = builtInOf(digest);
  if (builtIn) return artifactOf(builtIn);
  const found = await stored(digest);
  return found && shownArtifact(found);
}

/** Commits the given bytes. `isNew`: they were not committed before. */
async function keep(
  { builtInOf, writer }: Artifacts,
  artifact: ArtifactFacts & { bytes: Uint8Array },
): Promise<{ artifact: Artifact; isNew: boolean }> {
  const builtIn = builtInOf(digestOfBytes(artifact.bytes));
  return builtIn ? { artifact: artifactOf(builtIn), isNew: false } : writer.keep(artifact);
}

/** Commits bytes produced by the service and links them to the named run. Idempotent. */
async function put(artifacts: Artifacts, artifact: ArtifactFacts & { bytes: Uint8Array }): Promise<Artifact> {
  return (await keep(artifacts, artifact)).artifact;
}

/** Announces an upload. Returns no upload URL if the bytes are already committed. */
async function announce(
  { builtInOf, uploads }: Artifacts,
  announced: Announced,
): ReturnType<ArtifactUploads['announce']> {
  const builtIn = builtInOf(announced.digest);
  return builtIn ? { artifact: artifactOf(builtIn), upload: null } : uploads.announce(announced);
}

/** Verifies an upload and commits it. Idempotent. */
async function commit({ builtInOf, uploads }: Artifacts, digest: string): ReturnType<ArtifactUploads['commit']> {
  const builtIn = builtInOf(digest);
  return builtIn ? accept(artifactOf(builtIn)) : uploads.commit(digest);
}

/** Bytes of a committed artifact. */
async function bytesOf(
  { builtInOf, stored, blobs }: Artifacts,
  digest: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const builtIn = builtInOf(digest);
  if (builtIn) return new Blob([Buffer.from(builtIn.bytes)]).stream();
  const found = await stored(digest);
  return found?.status === 'committed' && found.blob !== null ? blobs.get(found.blob) : undefined;
}

/**
 * Value of a committed JSON artifact of at most 32 MiB. Undefined if there is none, or if it is not strict JSON
 * (evaluation 3.4).
 */
async function jsonOf({ builtInOf, stored, blobs }: Artifacts, digest: string): Promise<Json | undefined> {
  const builtIn = builtInOf(digest);
  const found = builtIn ? undefined : await stored(digest);
  const blob = found?.status === 'committed' && found.size_bytes <= MAX_JSON_BYTES ? found.blob : null;
  const bytes = builtIn?.bytes ?? (blob === null ? undefined : await blobBytes(blobs, blob));
  if (blob !== null && bytes && sha256Hex(bytes) !== hexOf(digest)) throw new DamagedData({ blob });
  const read = bytes && parseStrictJson(bytes);
  return read?.ok ? read.value : undefined;
}

/** Download URL of an artifact. */
async function download(
  { builtInOf, stored, blobs }: Artifacts,
  digest: string,
): Promise<Result<SignedGet & { artifact: Artifact }, DownloadRefusal>> {
  const builtIn = builtInOf(digest);
  if (builtIn) {
    const key = blobKeyOf('builtInArtifacts', hexOf(digest));
    await blobs.put(key, builtIn.bytes);
    return accept({ artifact: artifactOf(builtIn), ...(await blobs.signedGet(key, builtIn.media_type)) });
  }
  const found = await stored(digest);
  if (found === undefined) return refuse('not_found', 'there is no such artifact');
  if (found.status === 'expired') return refuse('artifact_expired', 'the bytes of this artifact have expired');
  if (found.blob === null) return refuse('artifact_not_committed', 'the artifact is not committed yet');
  return accept({ artifact: shownArtifact(found), ...(await blobs.signedGet(found.blob, found.media_type)) });
}

/** A page of a run's artifacts, newest first, each with its role in that run. */
async function ofRun(
  { table, rows, now }: Artifacts,
  runId: string,
  { limit, after }: { limit: number; after: string | null },
) {
  const wanted = { descending: true, limit, ...(after !== null && { after }) };
  const { items, next } = await table.query({ ...rows.linksOf(runId), ...wanted });
  const links = items.map(linkOf);
  const found = await table.batchGet(links.map(({ digest }) => rows.keyOf(digest)));
  const artifacts = links.flatMap((link, at): Artifact[] => {
    const item = found[at];
    if (item === undefined) return [];
    const { attempt_id: _, role: __, ...artifact } = shownArtifact(storedArtifactOf(item, now()));
    return [{ ...artifact, workflow_run_id: runId, ...link }];
  });
  return { items: artifacts, next };
}

/** Release date of the first version with built-in runners. */
const BUILT_IN_SINCE = Date.UTC(2025, 0, 1);

const artifactOf = ({ digest, bytes, kind, media_type }: BuiltInArtifact): Artifact => ({
  digest,
  size_bytes: bytes.byteLength,
  media_type,
  kind,
  visibility: defaultVisibility(kind),
  status: 'committed',
  created_at: BUILT_IN_SINCE,
  committed_at: BUILT_IN_SINCE,
  retention_until: null,
});
