import type { Analysis } from '../../analysis/domain/analysis.ts';
import type { Findings } from '../../findings/domain/findings.ts';
import type { CaseSource, RoundResult } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { CardLanguage } from './cards/texts/texts-of.ts';

/** All facts of a settled round that a notification may contain, as of its first attempt (spec 6.1, 6.3). */
export interface NotificationFacts {
  /** The language of the bots' cards (spec 6.3). */
  language: CardLanguage;
  planId: string;
  round: number;
  appId: string;
  /** The schedule that started the replay, or null (interface 10). */
  scheduleId: string | null;
  caseSource: CaseSource;
  /** Recording window, epoch ms, [from, to). */
  caseFrom: number;
  caseTo: number;
  /** When the first request was sent. Null if none was. */
  startedAt: number | null;
  /** When sending ended. Null if it did not. */
  finishedAt: number | null;
  /** Verdict, pass rate and counts as stored (spec 3.4). */
  result: RoundResult;
  /** Whether the trigger set a passThreshold. Notifications never contain its value (spec 2.1). */
  passThresholdGiven: boolean;
  /** The service's explanation of why the replay did not finish normally, or null. */
  errorMessage: string | null;
  /** Null if the clusters of the round were deleted. */
  findings: Findings | null;
  /** Currently counted clusters (counted-clusters.ts), for `topClusters`. */
  clusters: readonly Cluster[];
  /** Null if no analysis applies (spec 6.2.3). */
  analysis: Analysis | null;
  /** The written analysis text, or null (spec 2.6). */
  summary: string | null;
  /** The attributes of the trigger, numbers as sent. Null if there were none. */
  attributes: unknown;
  reportUrl: string;
}
