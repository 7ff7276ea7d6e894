import * as v from 'valibot';
import { isoDate } from '../../../platform/time/iso-text.ts';
import { hexOf } from '../../../platform/values/digest.ts';
import { blobKeyOf } from '../../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, Key } from '../../../platform/world.ts';
import { Artifact } from '../../domain/artifacts/artifact.ts';
import { RunId } from '../../domain/identifiers.ts';
import { runRows } from '../../ledger/store/run-rows.ts';

/** An artifact as stored: `blob` is the key of its bytes once they are committed. */
export const StoredArtifact = v.object({ ...Artifact.entries, blob: v.nullable(v.string()), expiresAt: v.number() });
export type StoredArtifact = v.InferOutput<typeof StoredArtifact>;

/** The run that an artifact is linked to. */
export interface NamedRun {
  workflow_run_id?: string | undefined;
  attempt_id?: string | undefined;
  role?: string | undefined;
}

const Link = v.object({ digest: v.string(), ...v.pick(Artifact, ['attempt_id', 'role']).entries });
const Announcement = v.object({
  workflow_run_id: RunId,
  ...v.pick(Artifact, ['kind', 'digest', 'size_bytes', 'attempt_id', 'role']).entries,
});
/** Bytes that a run, or one of its attempts, announces to upload. */
export type Announcement = v.InferOutput<typeof Announcement>;

export type ArtifactRows = ReturnType<typeof artifactRows>;

/**
 * Artifacts (evaluation 4): pk `T#<tenant>#ART#<hex>`, sk `META`. Links from runs are in the run's partition, sk
 * `ART#<created_at>#<hex>#<attempt>`. Each run waiting for its upload has a row with sk `ANNOUNCED#<attempt or run>`
 * beside META. A pending row lives as long as its upload. A committed row outlives its bytes as a tombstone.
 */
export function artifactRows(tenant: string) {
  const { pkOf } = runRows(tenant);
  const tenantPart = encodeURIComponent(tenant);
  const pkOfBytes = (digest: string) => partitionOf('artifacts', tenant, hexOf(digest));

  return {
    keyOf: (digest: string): Key => ({ pk: pkOfBytes(digest), sk: 'META' }),
    row: (artifact: StoredArtifact): Item => ({ pk: pkOfBytes(artifact.digest), sk: 'META', ...artifact }),

    /**
     * The row that records who announced the bytes, kept until the upload expires. Returns none if the artifact names
     * no run.
     */
    announcement: ({ digest, size_bytes, kind, ...named }: StoredArtifact, expiresAt: number): Item[] =>
      named.workflow_run_id === undefined
        ? []
        : [
            {
              pk: pkOfBytes(digest),
              sk: ANNOUNCED + (named.attempt_id ?? named.workflow_run_id),
              digest,
              size_bytes,
              kind,
              workflow_run_id: named.workflow_run_id,
              expiresAt,
              ...(named.attempt_id !== undefined && { attempt_id: named.attempt_id }),
              ...(named.role !== undefined && { role: named.role }),
            },
          ],
    announcementsOf: (digest: string) => ({ pk: pkOfBytes(digest), prefix: ANNOUNCED }),

    /** Rows that link the artifact to its run. Returns none if the artifact names no run. */
    links: ({ digest, created_at, expiresAt }: StoredArtifact, named: NamedRun): Item[] =>
      named.workflow_run_id === undefined
        ? []
        : [
            {
              pk: pkOf(named.workflow_run_id),
              sk: `${LINKS}${paddedTime(created_at)}#${hexOf(digest)}#${named.attempt_id ?? ''}`,
              digest,
              ...(named.attempt_id !== undefined && { attempt_id: named.attempt_id }),
              ...(named.role !== undefined && { role: named.role }),
              expiresAt,
            },
          ],
    linksOf: (runId: string) => ({ pk: pkOf(runId), prefix: LINKS }),

    /** Staging key of an upload that is not verified yet. */
    staging: (digest: string) => blobKeyOf('uploads', tenantPart, hexOf(digest)),
    /**
     * Key of the verified bytes. It contains the day, so that bytes committed again shortly before or after the old
     * ones expire do not expire with them.
     */
    verified: (digest: string, at: number) => {
      const hex = hexOf(digest);
      return blobKeyOf('artifacts', isoDate(at), tenantPart, hex.slice(0, 2), hex);
    },
  };
}

const LINKS = 'ART#';
const ANNOUNCED = 'ANNOUNCED#';

/** Reads a row as of `now`: expired bytes are hidden immediately, whenever the store deletes them. */
export function storedArtifactOf(item: Item, now: number): StoredArtifact {
  const artifact = v.parse(StoredArtifact, item);
  const { status, retention_until } = artifact;
  const isOver = status === 'committed' && retention_until !== null && retention_until <= now;
  return isOver ? { ...artifact, status: 'expired' } : artifact;
}

/** An artifact as callers see it, without the fields of its row. */
export const shownArtifact = ({ blob: _, expiresAt: __, ...artifact }: StoredArtifact): Artifact => artifact;

export const linkOf = (item: Item) => v.parse(Link, item);
export const announcementOf = (item: Item): Announcement => v.parse(Announcement, item);
