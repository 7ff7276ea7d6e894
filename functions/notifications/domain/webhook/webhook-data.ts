import type { Analysis } from '../../../analysis/domain/analysis.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { RoundResult } from '../../../replay/domain/plan.ts';
import type { NotificationEvent } from '../channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import { failReason } from './fail-reason.ts';
import { type TopCluster, topClusters } from './top-clusters.ts';

/** `data` of a webhook event (spec 6.1), in its order. Undefined members are omitted. */
export interface WebhookData
  extends Pick<RoundResult, 'verdict' | 'passRate' | 'totalCases' | 'successCases' | 'failedCases'> {
  appId: string;
  planId: string;
  /** Only if the verdict is FAIL. */
  reason: string | undefined;
  summary: string | undefined;
  reportUrl: string;
  /** As sent by the trigger, numbers as sent. */
  attributes: unknown;
  findings: Findings | undefined;
  analysis: Analysis | undefined;
  /** Only if the verdict is FAIL, like `topClusters`. */
  clusterCount: number | undefined;
  topClusters: TopCluster[] | undefined;
  /** Members that were shortened to keep the event small (webhook-fit.ts). */
  truncated: string[] | undefined;
  /** True only in the sample of spec 4.4. */
  sample: true | undefined;
}

/** Content of a webhook event about a round (spec 6.1). */
export function webhookData(facts: NotificationFacts, event: NotificationEvent): WebhookData {
  const { appId, planId, result, reportUrl } = facts;
  return {
    appId,
    planId,
    verdict: result.verdict,
    passRate: result.passRate,
    totalCases: result.totalCases,
    successCases: result.successCases,
    failedCases: result.failedCases,
    reason: failReason(facts) ?? undefined,
    summary: facts.summary ?? undefined,
    reportUrl,
    attributes: facts.attributes ?? undefined,
    findings: facts.findings ?? undefined,
    analysis: facts.analysis ?? undefined,
    clusterCount: undefined,
    topClusters: undefined,
    ...(result.verdict === 'FAIL' && statistics(facts)),
    truncated: undefined,
    sample: event === 'test' ? true : undefined,
  };
}

/** Empty without failed cases (interface 6). Omitted if the clusters of the round were deleted. */
function statistics({ result, findings, clusters }: NotificationFacts) {
  if (result.failedCases === 0) return topClusters([]);
  return findings !== null && topClusters(clusters);
}
