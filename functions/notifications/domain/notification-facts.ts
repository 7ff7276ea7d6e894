import type { Analysis } from '../../analysis/domain/analysis.ts';
import type { Findings } from '../../findings/domain/findings.ts';
import type { CaseSource, RoundResult } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';

/** Everything that a notification may tell of a settled round, at the moment of its first attempt (spec 6.1, 6.3). */
export interface NotificationFacts {
  planId: string;
  round: number;
  appId: string;
  caseSource: CaseSource;
  /** Recording window, epoch ms, [from, to). */
  caseFrom: number;
  caseTo: number;
  /** When the first request was sent; null when none was. */
  startedAt: number | null;
  /** When sending ended; null when it did not. */
  finishedAt: number | null;
  /** Verdict, pass rate and counts as stored (spec 3.4). */
  result: RoundResult;
  /** Whether the trigger gave a passThreshold; its value is told to nobody (spec 2.1). */
  passThresholdGiven: boolean;
  /** Our own sentence of why the replay did not finish normally, or null. */
  errorMessage: string | null;
  /** Null when the clusters of the round are gone. */
  findings: Findings | null;
  /** What counts today of each cluster (counted-clusters.ts); for `topClusters`. */
  clusters: readonly Cluster[];
  /** Null where no analysis applies (spec 6.2.3). */
  analysis: Analysis | null;
  /** The analysis text that was written back, or null (spec 2.6). */
  summary: string | null;
  /** The attributes as given at trigger, numbers as written; null where there were none. */
  attributes: unknown;
  reportUrl: string;
}
