import type { Difference } from '../../../compare/domain/difference.ts';
import { clusterDifferences } from '../../../replay/domain/results/case-outcome.ts';
import type { LeftOutReason } from './left-out.ts';

/** What changes in the recordings of an endpoint, or would if they were not left out, by field. */
export interface ChangeRow {
  operation: string;
  method: string | null;
  kind: Difference['kind'];
  subject: string;
  /** The values of one recording, as readers see them; null where a side has nothing. */
  recorded: string | null;
  replayed: string | null;
  recordings: number;
  leftOut: LeftOutReason | null;
}

interface ChangedRequest {
  operation: string;
  method: string | null;
  leftOut: LeftOutReason | null;
  differences: readonly Pick<Difference, 'kind' | 'subject' | 'recorded' | 'replayed'>[];
}

/** Maximum fields that a preview lists. */
const MAX_ROWS = 500;

/** Collects what changes, request by request. */
export function changeRows() {
  const rows = new Map<string, ChangeRow>();
  return {
    add({ operation, method, leftOut, differences }: ChangedRequest): void {
      for (const { kind, subject } of clusterDifferences(differences.map((one) => ({ ...one, rule: null })))) {
        const key = JSON.stringify([operation, method, kind, subject, leftOut]);
        const row = rows.get(key);
        if (row) row.recordings++;
        else if (rows.size < MAX_ROWS) {
          const first = differences.find((one) => one.kind === kind && one.subject === subject);
          // The kinds of one request's differences are those of responses and calls.
          const shown = {
            kind: first?.kind ?? 'UNCLASSIFIED',
            recorded: first?.recorded ?? null,
            replayed: first?.replayed ?? null,
          };
          rows.set(key, { operation, method, subject, ...shown, recordings: 1, leftOut });
        }
      }
    },

    /** Those of most recordings first; what is left out comes last. */
    rows: (): ChangeRow[] =>
      [...rows.values()].sort(
        (a, b) => Number(a.leftOut !== null) - Number(b.leftOut !== null) || b.recordings - a.recordings,
      ),
  };
}
