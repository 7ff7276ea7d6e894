import { endpointCounts } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { CaseCounts, Findings } from '../../../findings/domain/findings.ts';
import { STATE_LABELS } from '../../../findings/domain/state-labels.ts';
import { passRate } from '../../../findings/domain/verdict.ts';
import type { Stat } from '../../../platform/pages-shell/decision.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { count, durationText } from '../../../platform/pages-shell/texts.ts';
import type { ReplayRound } from '../../../replay/domain/plan.ts';
import { runDuration } from '../../../replay/domain/plan.ts';

/** The numbers of a settled run by the active rules and marks, with those that were stored when it settled. */
export function runStats(
  findings: Findings,
  current: CaseCounts,
  {
    result,
    startedAt,
    finishedAt,
  }: Pick<ReplayRound, 'startedAt' | 'finishedAt'> & {
    result: NonNullable<ReplayRound['result']>;
  },
): Stat[] {
  const { state, scope } = findings;
  const { tone, name } = STATE_LABELS[state];
  const rate = percent(passRate(current));
  const settledRate = percent(result.passRate);
  const endpoints = endpointCounts(findings);
  const duration = runDuration({ startedAt, finishedAt });
  return [
    { name: 'State', value: name, ...(tone !== 'quiet' && { tone }) },
    { name: 'Verdict', value: result.verdict, note: 'as settled' },
    { name: 'Pass rate', value: rate, note: rate === settledRate ? 'as settled' : `${settledRate} when settled` },
    {
      name: 'Failing requests',
      value: count(current.failedCases),
      note: current.failedCases === result.failedCases ? 'as settled' : `${count(result.failedCases)} when settled`,
    },
    {
      name: 'Requests',
      value: count(scope.requests),
      note:
        scope.requestsWithoutResult === 0
          ? 'all with a result'
          : `${count(scope.requestsWithoutResult)} without a result`,
    },
    {
      name: 'Endpoints replayed',
      value: `${count(endpoints.replayed)} of ${count(endpoints.inScope)}`,
      note: `${count(endpoints.unchanged)} unchanged`,
    },
    {
      name: 'Duration',
      value: duration === null ? '–' : durationText(duration),
      note:
        duration !== null &&
        `${((scope.requests - scope.requestsWithoutResult) / (duration / 1000)).toFixed(1)} requests/s`,
    },
  ];
}
