import { accept, type Result } from '../../platform/result.ts';
import type { NamedChange } from './code-changes.ts';
import { type Diagnosis, invalid, MAX_CHANGES } from './diagnosis.ts';
import type { NamedCases } from './named-cases.ts';

/** Maximum bytes of all code changes of a round, as JSON. */
const MAX_CHANGES_BYTES = 1024 * 1024;

/** Merged content of the diagnoses of a round so far. */
export interface DiagnosisContent {
  cases: NamedCases;
  /** By key. */
  changes: ReadonlyMap<string, NamedChange>;
  summary: string | null;
}

/** State before the first diagnosis. */
export const EMPTY_DIAGNOSIS: DiagnosisContent = { cases: new Map(), changes: new Map(), summary: null };

/**
 * Merges a diagnosis with the earlier ones. A case or change that is named again is replaced; everything else stays
 * (interface 2.5).
 */
export function mergedDiagnosis(
  before: DiagnosisContent,
  diagnosis: Diagnosis,
): Result<DiagnosisContent, 'INVALID_DIAGNOSIS'> {
  const changes = new Map([...before.changes, ...diagnosis.codeChanges]);
  const bytes = Buffer.byteLength(JSON.stringify([...changes.values()]));
  if (changes.size > MAX_CHANGES || bytes > MAX_CHANGES_BYTES) return invalid(['codeChanges']);
  for (const { change } of diagnosis.cases.values()) {
    if (change !== null && !changes.has(change)) return invalid(['cases', 'change']);
  }
  return accept({
    cases: diagnosis.cases.size === 0 ? before.cases : new Map([...before.cases, ...diagnosis.cases]),
    changes,
    summary: diagnosis.summary ?? before.summary,
  });
}
