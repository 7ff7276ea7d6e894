import type { Analysis, CodeLocation } from './analysis.ts';
import type { AnalysisCounts } from './analysis-counts.ts';
import { type DerivedChange, shortTitleOf } from './code-changes.ts';

/** A code change as stored with its round. */
export interface StoredChange extends DerivedChange {
  consecutive: number;
}

/** A failed case that a user marked as expected: when (epoch ms), and the key of its code change. */
export interface MarkedCase {
  markedAt: number;
  change: string | null;
}

/** The analysis object of spec 2.5. Marks are counted separately and do not lower the other counts. */
export function analysisView(
  { state, reason }: Pick<Analysis, 'state' | 'reason'>,
  counts: AnalysisCounts,
  changes: readonly StoredChange[],
  marked: readonly MarkedCase[],
): Analysis {
  const { codeChangeInterfaces, undeterminedInterfaces, invalidInterfaces, endpoints, ...cases } = counts;
  const marksOf = Map.groupBy(marked, ({ change }) => change);
  return {
    state,
    reason,
    ...cases,
    markedCases: marked.length,
    codeChangeInterfaces,
    undeterminedInterfaces,
    invalidInterfaces,
    ...(endpoints && { endpoints }),
    codeChanges: changes.map(({ entry, ...derived }) => {
      const marks = marksOf.get(entry.key) ?? [];
      return {
        findingId: derived.findingId,
        title: entry.title,
        shortTitle: shortTitleOf(entry),
        operations: entry.operations,
        ...(derived.endpoints && { endpoints: derived.endpoints }),
        affectedCases: derived.affectedCases,
        replayedCases: derived.replayedCases,
        markedCases: marks.length,
        markedAt: marks.length === 0 ? null : Math.max(...marks.map(({ markedAt }) => markedAt)),
        sampleOperation: derived.sampleOperation,
        location: locationOf(entry.location),
        inferred: entry.inferred ?? entry.location?.file == null,
        consecutive: derived.consecutive,
      };
    }),
  };
}

const locationOf = (location: CodeLocation | null): CodeLocation | null =>
  location === null || Object.values(location).every((part) => part === null) ? null : location;
