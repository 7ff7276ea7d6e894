import type { Findings, ReplayRun } from '../../client/paths.ts';

export type FindingsEntry = Findings['needsAction'][number];
export type Group = 'needsAction' | 'toReview';

/** The findings of a run that has completed; null before. */
export const settledFindings = ({ findings }: ReplayRun): Findings | null =>
  findings === null || findings.state === 'RUNNING' ? null : findings;

/** Every entry with its group, needs-action first. */
export const entriesOf = (findings: Findings): { group: Group; entry: FindingsEntry }[] => [
  ...findings.needsAction.map((entry) => ({ group: 'needsAction' as const, entry })),
  ...findings.toReview.map((entry) => ({ group: 'toReview' as const, entry })),
];

/** A run as reports tell it. */
export interface ReportedRun {
  planId: string;
  run: ReplayRun;
  /** Requests by endpoint replayed; null where no credential lets the CLI ask, or they are too many. */
  replayed: ReadonlyMap<string, number> | null;
}
