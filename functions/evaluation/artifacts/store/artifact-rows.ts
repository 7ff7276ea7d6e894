import * as v from 'valibot';
import type { Item, Key } from '../../../platform/world.ts';
import { RunId } from '../../domain/identifiers.ts';
import { runRows } from '../../runs/store/run-rows.ts';
import { Artifact } from '../domain/artifact.ts';

/** As it is stored: with the key of its bytes once they are committed. */
export const StoredArtifact = v.object({ ...Artifact.entries, blob: v.nullable(v.string()), expiresAt: v.number() });
export type StoredArtifact = v.InferOutput<typeof StoredArtifact>;

/** The run that an artifact is named with. */
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
/** Bytes that a run, or an attempt of it, says that it uploads. */
export type Announcement = v.InferOutput<typeof Announcement>;

export type ArtifactRows = ReturnType<typeof artifactRows>;

/**
 * Artifacts (evaluation 4): pk `T#<tenant>#ART#<hex>`, sk `META`; what a run names, in the run's partition, sk
 * `ART#<created_at>#<hex>#<attempt>`; each run that waits for its upload, sk `ANNOUNCED#<attempt or run>` beside META. A pending row
 * lives as long as its upload, a committed one outlives its bytes as a tombstone.
 */
export function artifactRows(tenant: string) {
  const { pkOf } = runRows(tenant);
  const bucket = `t/${encodeURIComponent(tenant)}`;
  const pkOfBytes = (digest: string) => `T#${tenant}#ART#${hexOf(digest)}`;

  return {
    keyOf: (digest: string): Key => ({ pk: pkOfBytes(digest), sk: 'META' }),
    row: (artifact: StoredArtifact): Item => ({ pk: pkOfBytes(artifact.digest), sk: 'META', ...artifact }),

    /** The row that keeps who announced bytes, until their upload ends; none where no run is named. */
    announcement: ({ digest, size_bytes, kind, ...named }: StoredArtifact, expiresAt: number): Item[] =>
      named.workflow_run_id === undefined
        ? []
        : [
            {
              pk: pkOfBytes(digest),
              sk: ANNOUNCED + (named.attempt_id ?? named.workflow_run_id),
              ...{ digest, size_bytes, kind, workflow_run_id: named.workflow_run_id, expiresAt },
              ...(named.attempt_id !== undefined && { attempt_id: named.attempt_id }),
              ...(named.role !== undefined && { role: named.role }),
            },
          ],
    announcementsOf: (digest: string) => ({ pk: pkOfBytes(digest), prefix: ANNOUNCED }),

    /** Rows that make the run list an artifact that is named with it; none where no run is. */
    links: ({ digest, created_at, expiresAt }: StoredArtifact, named: NamedRun): Item[] =>
      named.workflow_run_id === undefined
        ? []
        : [
            {
              pk: pkOf(named.workflow_run_id),
              sk: `${LINKS}${String(created_at).padStart(15, '0')}#${hexOf(digest)}#${named.attempt_id ?? ''}`,
              digest,
              ...(named.attempt_id !== undefined && { attempt_id: named.attempt_id }),
              ...(named.role !== undefined && { role: named.role }),
              expiresAt,
            },
          ],
    linksOf: (runId: string) => ({ pk: pkOf(runId), prefix: LINKS }),

    /** Where bytes are uploaded to before anybody has verified them. */
    staging: (digest: string) => `uploads/${bucket}/${hexOf(digest)}`,
    /**
     * Where they are once they are verified. The day keeps what is committed anew when the old bytes are about to expire, or have, from
     * expiring with them.
     */
    verified: (digest: string, at: number) => {
      const hex = hexOf(digest);
      return `evaluation/${new Date(at).toISOString().slice(0, 10)}/${bucket}/cas/sha256/${hex.slice(0, 2)}/${hex}`;
    },
  };
}

const LINKS = 'ART#';
const ANNOUNCED = 'ANNOUNCED#';

/** A row, and what has become of it by now: the bytes are gone for everybody at once, whenever the store deletes them. */
export function storedArtifactOf(item: Item, now: number): StoredArtifact {
  const artifact = v.parse(StoredArtifact, item);
  const { status, retention_until } = artifact;
  const isOver = status === 'committed' && retention_until !== null && retention_until <= now;
  return isOver ? { ...artifact, status: 'expired' } : artifact;
}

/** What callers see of a row. */
export const shownArtifact = ({ blob: _, expiresAt: __, ...artifact }: StoredArtifact): Artifact => artifact;

export const linkOf = (item: Item) => v.parse(Link, item);
export const announcementOf = (item: Item): Announcement => v.parse(Announcement, item);

export const hexOf = (digest: string): string => digest.slice('sha256:'.length);
