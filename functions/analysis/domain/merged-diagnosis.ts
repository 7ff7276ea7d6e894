import { accept, type Result } from '../../platform/result.ts';
import type { NamedChange } from './code-changes.ts';
import { type Diagnosis, invalid, MOST_CHANGES } from './diagnosis.ts';
import type { NamedCases } from './named-cases.ts';

/** Maximum bytes of all code changes of a round, as JSON. */
const MOST_CHANGES_BYTES = 1024 * 1024;

/** Merged content of the diagnoses of a round so far. */
export interface Said {
  cases: NamedCases;
  /** By key. */
  changes: ReadonlyMap<string, NamedChange>;
  summary: string | null;
}

/** State before the first diagnosis. */
export const NOTHING_SAID: Said = { cases: new Map(), changes: new Map(), summary: null };

/**
 * Merges a diagnosis with the earlier ones. A case or change that is named again is replaced; everything else stays
 * (interface 2.5).
 */
export function mergedDiagnosis(before: Said, diagnosis: Diagnosis): Result<Said, 'INVALID_DIAGNOSIS'> {
  const changes = new Map([...before.changes, ...diagnosis.codeChanges]);
  const bytes = Buffer.byteLength(JSON.stringify([...changes.values()]));
  if (changes.size > MOST_CHANGES || bytes > MOST_CHANGES_BYTES) return invalid(['codeChanges']);
  for (const { change } of diagnosis.cases.values()) {
    if (change !== null && !changes.has(change)) return invalid(['cases', 'change']);
  }
  return accept({
    cases: diagnosis.cases.size === 0 ? before.cases : new Map([...before.cases, ...diagnosis.cases]),
    changes,
    summary: diagnosis.summary ?? before.summary,
  });
}
