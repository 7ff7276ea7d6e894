import type { EndpointFinding } from './changes.ts';
import { type GroupedEntry, groupedEntries } from './finding-id.ts';
import type { Findings } from './findings.ts';

/** The findings of a run, as the lists show them and by endpoint. */
export interface ComparedFindings {
  findings: Findings;
  /** Of every endpoint: none is left out for a worse one beside it (changes.ts). */
  byEndpoint: readonly EndpointFinding[];
  /** The same with those of requests that are marked as expected: they are hidden, and not gone. */
  withMarked: readonly EndpointFinding[];
}

/** What changed between the findings of two runs. */
export interface FindingChangesSince {
  new: GroupedEntry[];
  /** Of the earlier run. */
  gone: GroupedEntry[];
  same: GroupedEntry[];
}

/**
 * Returns which findings are new, gone and the same since an earlier run. A finding is the same if at least one of its
 * fields differed, or differs, at one of its endpoints.
 */
export function findingChanges(earlier: ComparedFindings, now: ComparedFindings): FindingChangesSince {
  const before = keysOf(earlier.byEndpoint);
  const current = keysOf(now.withMarked);
  const { true: same = [], false: added = [] } = Object.groupBy(
    groupedEntries(now.findings),
    (one) => String(isAmong(one, before)) as 'true' | 'false', // the two texts of a boolean
  );
  return { new: added, gone: groupedEntries(earlier.findings).filter((one) => !isAmong(one, current)), same };
}

const keysOf = (findings: readonly EndpointFinding[]): ReadonlySet<string> =>
  new Set(findings.map(({ kind, subject, operationName }) => keyOf(kind, subject, operationName)));

const isAmong = ({ entry: { kind, subjects, interfaces } }: GroupedEntry, keys: ReadonlySet<string>): boolean =>
  interfaces.some(({ operationName }) => subjects.some((subject) => keys.has(keyOf(kind, subject, operationName))));

const keyOf = (kind: string, subject: string, operation: string) => JSON.stringify([kind, subject, operation]);
