import { isoText } from '../../../platform/time/iso-text.ts';
import type { Artifact } from '../../domain/artifacts/artifact.ts';

/** An artifact as responses show it (evaluation 3.5). */
export const artifactView = ({ created_at, committed_at, retention_until, ...artifact }: Artifact) => ({
  ...artifact,
  created_at: shownTime(created_at),
  committed_at: committed_at === null ? null : shownTime(committed_at),
  retention_until: retention_until === null ? null : shownTime(retention_until),
});

/** RFC 3339, UTC, ms. */
export const shownTime = (at: number): string => isoText(at);
