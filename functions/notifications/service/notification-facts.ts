import type { Analysis } from '../../analysis/domain/analysis.ts';
import { countedClusters } from '../../findings/domain/counted-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';
import { roundErrorMessage } from '../../findings/domain/round-error-message.ts';
import type { FindingsService } from '../../findings/service/findings.ts';
import type { MarkStore } from '../../findings/store/marks.ts';
import { parseKeepingNumbers } from '../../platform/values/json-text.ts';
import { planItemId, type ReplayPlan, type ReplayRound, reportUrl } from '../../replay/domain/plan.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import { cardLanguage } from '../domain/cards/texts/texts-of.ts';
import type { NotificationFacts } from '../domain/notification-facts.ts';

/** Analysis of a round with its text (spec 2.5, 2.6). */
export interface AnalysisViews {
  viewOf(plan: ReplayPlan, round: ReplayRound): Promise<{ analysis: Analysis | null; summary: string | null }>;
}

/**
 * Facts for the notifications of rounds (spec 6.1, 6.3), under the current rules, marks and suggestions, like a poll.
 */
export function notificationFacts({
  plans,
  findings,
  marks,
  analyses,
  publicUrl,
  aiLanguage,
}: {
  plans: PlanStore;
  findings: FindingsService;
  marks: MarkStore;
  analyses: AnalysisViews;
  publicUrl: string;
  /** A BCP 47 tag. */
  aiLanguage: string;
}) {
  async function markedItems({ planId }: ReplayPlan, { round }: ReplayRound, { marked }: FindingsInput) {
    if (marked.size === 0) return new Set<string>();
    return new Set((await marks.list(planId, round)).map(({ item }) => planItemId(planId, item)));
  }

  return {
    /** Throws if the round has not settled, because no notification is sent before. */
    async of(plan: ReplayPlan, round: ReplayRound): Promise<NotificationFacts> {
      const { result } = round;
      if (result === null) throw new Error(`round ${round.round} of plan ${plan.planId} has not settled`);
      const [computed, { analysis, summary }, attributes] = await Promise.all([
        findings.of(plan, round),
        analyses.viewOf(plan, round),
        plans.attributesOf(plan.planId),
      ]);
      return {
        language: cardLanguage(aiLanguage),
        planId: plan.planId,
        round: round.round,
        appId: plan.appId,
        scheduleId: plan.scheduleId ?? null,
        caseSource: plan.caseSource,
        caseFrom: plan.caseFrom,
        caseTo: plan.caseTo,
        startedAt: round.startedAt,
        finishedAt: round.finishedAt,
        result,
        passThresholdGiven: plan.sealedPassThreshold !== null,
        errorMessage: roundErrorMessage(round, computed ?? null),
        findings: computed?.findings ?? null,
        clusters: computed ? countedClusters(computed.input, await markedItems(plan, round, computed.input)) : [],
        analysis,
        summary,
        attributes: attributes === null ? null : parseKeepingNumbers(attributes),
        reportUrl: reportUrl(publicUrl, plan.planId),
      };
    },
  };
}
