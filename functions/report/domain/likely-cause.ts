import type { Analysis, CodeChange } from '../../analysis/domain/analysis.ts';
import { findingId, type NamedChange } from '../../analysis/domain/code-changes.ts';
import type { FindingsEntry } from '../../findings/domain/findings.ts';

/** Maximum subjects of a finding that are compared with the causes. */
const MAX_SUBJECTS = 20;

/**
 * The code change that an analysis names as the cause of a finding; null if it names none. A change belongs to a
 * finding if it names its kind and field, or no kind and field at all, at one of its endpoints: its id says which.
 */
export function likelyCause(
  appId: string,
  analysis: Analysis | null,
  { kind, subjects, interfaces }: FindingsEntry,
): CodeChange | null {
  const operations = new Set(interfaces.map(({ operationName }) => operationName));
  const about: Pick<NamedChange, 'kind' | 'subject'>[] = [
    ...subjects.slice(0, MAX_SUBJECTS).map((subject) => ({ kind, subject })),
    { kind, subject: null },
    { kind: null, subject: null },
  ];
  const near = (analysis?.codeChanges ?? []).filter((change) => change.operations.some((one) => operations.has(one)));
  for (const one of about) {
    const found = near.find(
      ({ findingId: id, operations: named }) => id.split('-')[0] === findingId(appId, { ...one, operations: named }),
    );
    if (found) return found;
  }
  return null;
}
