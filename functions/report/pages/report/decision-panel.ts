import { findingId, groupedEntries } from '../../../findings/domain/finding-id.ts';
import { roundErrorMessage } from '../../../findings/domain/round-error-message.ts';
import type { RunChanges } from '../../../findings/service/run-changes.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import type { RoundResult } from '../../../replay/domain/plan.ts';
import type { LatencyLimit } from '../../domain/latency-limit.ts';
import { changesFoot } from './changes-foot.ts';
import { runStats } from './run-stats.ts';
import { settledDecision } from './settled-decision.ts';
import type { SettledRun } from './settled-run.ts';
import { buildStats } from './two-builds/build-stats.ts';

/** Findings that the previous run did not have. */
export const newIds = (changes: RunChanges['previous']): ReadonlySet<string> =>
  new Set((changes?.new ?? []).map(findingId));

/**
 * The decision about a settled run, with the numbers behind it. `limit`: of latency; null if there is none.
 * `findingsPath`: empty on the page of the findings.
 */
export function decisionPanel(
  { request, run, found, details, measures }: SettledRun<never>,
  { changes, limit, findingsPath = '' }: { changes: RunChanges; limit: LatencyLimit | null; findingsPath?: string },
): Html {
  const { plan, round } = run;
  const { findings, counts, totals, input } = found;
  const result = round.result as RoundResult; // the run has settled
  const news = newIds(changes.previous);
  const isNew = ({ group, entry }: ReturnType<typeof groupedEntries>[number]) =>
    group === 'needsAction' && news.has(findingId({ group, entry }));
  return decision({
    ...settledDecision({
      request,
      run,
      findings,
      newFindings: news.size,
      expected: totals.expected.requests,
      mains: input.mainOperations.length,
      newNeedsAction: groupedEntries(findings).filter(isNew).length,
      failure: details.failure(),
      reason: roundErrorMessage(round, found),
      findingsPath,
    }),
    stats:
      plan.baselineEnv === undefined
        ? runStats(findings, counts, { ...round, result })
        : buildStats(plan.planId, {
            findings,
            counts,
            round: { ...round, result },
            uncompared: totals.uncompared,
            measures,
            differing: details.rows().filter(({ failed }) => failed > 0).length,
            limit,
          }),
    foot: changesFoot(plan.planId, changes, totals.expected),
  });
}
