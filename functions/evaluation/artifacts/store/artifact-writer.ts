import { EVALUATION_BYTES_MS } from '../../../platform/blob-key.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { Item, World } from '../../../platform/world.ts';
import {
  type Artifact,
  type ArtifactKind,
  defaultVisibility,
  type Visibility,
} from '../../domain/artifacts/artifact.ts';
import { digestOfBytes } from '../../domain/canonical-json.ts';
import { RETENTION_MS } from '../../ledger/store/run-rows.ts';
import { type ArtifactRows, type NamedRun, type StoredArtifact, shownArtifact } from './artifact-rows.ts';

/** What the uploader states about the bytes. */
export interface ArtifactFacts extends NamedRun {
  kind: ArtifactKind;
  media_type: string;
  /** Default: by its kind. */
  visibility?: Visibility | undefined;
}

/** What is known of bytes before their upload. */
export type Announced = ArtifactFacts & { digest: Digest; size_bytes: number };

export type ArtifactWriter = ReturnType<typeof artifactWriter>;

/**
 * Commits artifacts: the bytes first, then the row and the link to its run, unless a concurrent request has changed the
 * row.
 */
export function artifactWriter(
  { table, blobs, now }: Pick<World, 'table' | 'blobs' | 'now'>,
  { rows, stored }: { rows: ArtifactRows; stored(digest: string): Promise<StoredArtifact | undefined> },
) {
  /** Replaces a row and writes others with it, on condition that the row has not changed since it was read. */
  const replace = (before: StoredArtifact | undefined, after: StoredArtifact, others: readonly Item[]) =>
    table.transact([
      {
        put: rows.row(after),
        when: before === undefined ? 'absent' : { retention_until: { equals: before.retention_until } },
      },
      ...others.map((put) => ({ put })),
    ]);

  /** Links an artifact that is already committed to the named run. */
  async function link(artifact: StoredArtifact, announced: NamedRun): Promise<Artifact> {
    for (const row of rows.links(artifact, announced)) await table.put(row);
    return shownArtifact(artifact);
  }

  /**
   * Commits bytes that are known to be those of their digest; `write` keeps them under a key, and says whether there
   * were any.
   */
  function commitBytes(
    announced: Announced,
    write: (blob: string) => Promise<boolean>,
  ): Promise<{ artifact: Artifact; isNew: boolean } | null> {
    return retryOnConflict(
      async () => {
        const before = await stored(announced.digest);
        const isCommitted = before?.status === 'committed';
        if (isCommitted && isFresh(before, now())) return { artifact: await link(before, announced), isNew: false };
        const at = now();
        const blob = rows.verified(announced.digest, at);
        if (!(await write(blob))) return null;
        const after: StoredArtifact = {
          ...(isCommitted ? before : { ...factsOf(announced), created_at: before?.created_at ?? at }),
          status: 'committed',
          committed_at: at,
          retention_until: at + EVALUATION_BYTES_MS,
          blob,
          expiresAt: at + RETENTION_MS,
        };
        if (!(await replace(before, after, rows.links(after, announced)))) return CONFLICT;
        return { artifact: shownArtifact(after), isNew: !isCommitted };
      },
      { subject: 'the artifact' },
    );
  }

  return {
    replace,
    link,
    commitBytes,

    /** Commits the given bytes. `isNew`: they were not committed before. */
    async keep({ bytes, ...facts }: ArtifactFacts & { bytes: Uint8Array }) {
      const announced = { ...facts, digest: digestOfBytes(bytes), size_bytes: bytes.byteLength };
      const artifact = await commitBytes(announced, async (blob) => {
        await blobs.put(blob, bytes);
        return true;
      });
      if (artifact === null) throw new Error('uploaded bytes are kept');
      return artifact;
    },
  };
}

/**
 * Bytes sent again are stored again if less than half of their retention is left, so that a run that names them does
 * not lose them soon.
 */
const isFresh = ({ retention_until }: StoredArtifact, now: number) =>
  (retention_until ?? 0) - now > EVALUATION_BYTES_MS / 2;

/** Facts of a row that are known from the announcement on. */
export const factsOf = ({ digest, size_bytes, kind, media_type, visibility, ...announced }: Announced) => ({
  digest,
  size_bytes,
  kind,
  media_type,
  visibility: visibility ?? defaultVisibility(kind),
  ...(announced.workflow_run_id !== undefined && { workflow_run_id: announced.workflow_run_id }),
  ...(announced.attempt_id !== undefined && { attempt_id: announced.attempt_id }),
  ...(announced.role !== undefined && { role: announced.role }),
});
