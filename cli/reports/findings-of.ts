import type { Findings, ReplayRun } from '../../client/paths.ts';

export type FindingsEntry = Findings['needsAction'][number];
export type Group = 'needsAction' | 'toReview';

/** The findings of a completed run; null before. */
export const settledFindings = ({ findings }: ReplayRun): Findings | null =>
  findings === null || findings.state === 'RUNNING' ? null : findings;

/** Every entry with its group, needs-action first. */
export const entriesOf = (findings: Findings): { group: Group; entry: FindingsEntry }[] => [
  ...findings.needsAction.map((entry) => ({ group: 'needsAction' as const, entry })),
  ...findings.toReview.map((entry) => ({ group: 'toReview' as const, entry })),
];

/** A run as reports show it. */
export interface ReportedRun {
  planId: string;
  run: ReplayRun;
  /** Request counts by replayed endpoint; null if no credential permits the query, or there are too many requests. */
  replayed: ReadonlyMap<string, number> | null;
}
