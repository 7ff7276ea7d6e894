import { type GroupedEntry, groupedEntries } from '../../../../findings/domain/finding-id.ts';
import type { Findings } from '../../../../findings/domain/findings.ts';
import type { CurrentDifference } from '../current-differences.ts';

/** The findings that differences of a request count in, most severe first. */
export const findingsOfRequest = (
  findings: Findings,
  differences: readonly CurrentDifference[],
  operation: string,
): GroupedEntry[] =>
  groupedEntries(findings).filter(
    ({ entry: { kind, subjects, interfaces } }) =>
      interfaces.some(({ operationName }) => operationName === operation) &&
      differences.some(
        ({ difference, rule }) => rule === null && difference.kind === kind && subjects.includes(difference.subject),
      ),
  );
