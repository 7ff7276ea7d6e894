import { html } from 'hono/html';
import type { CaseCounts, Findings, Uncompared } from '../../../../findings/domain/findings.ts';
import { STATE_LABELS } from '../../../../findings/domain/state-labels.ts';
import type { RoundMeasures } from '../../../../findings/domain/stored/stored-answer.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import type { Stat } from '../../../../platform/pages-shell/decision.ts';
import { percent } from '../../../../platform/pages-shell/list-parts.ts';
import { count, counted, durationText } from '../../../../platform/pages-shell/texts.ts';
import type { ReplayRound, RoundResult } from '../../../../replay/domain/plan.ts';
import { runDuration } from '../../../../replay/domain/plan.ts';
import { wholeLatency } from '../../../../replay/domain/results/latency.ts';
import { quantilesOf } from '../../../domain/endpoint-rows.ts';
import { type LatencyLimit, limitText } from '../../../domain/latency-limit.ts';
import { slowerEndpoints } from '../../../domain/slower-endpoints.ts';
import { reportPath, withQuery } from '../../report-links.ts';
import { timeChange } from '../../time-change.ts';
import { UNCOMPARED_TEXTS } from './uncompared-texts.ts';

/** What the numbers of a run with a running build are made from. */
export interface BuildFacts {
  findings: Findings;
  counts: CaseCounts;
  round: Pick<ReplayRound, 'startedAt' | 'finishedAt'> & { result: RoundResult };
  /** Absent where every request was compared. */
  uncompared: Uncompared | undefined;
  measures: RoundMeasures;
  /** Endpoints with requests that fail. */
  differing: number;
  /** Of latency; null if there is none. */
  limit: LatencyLimit | null;
}

/**
 * The numbers of a settled run with a running build by the current rules and marks, beside the verdict as it settled.
 */
export function buildStats(
  planId: string,
  { findings, counts, round, uncompared = NONE, measures, differing, limit }: BuildFacts,
): Stat[] {
  const { tone, name } = STATE_LABELS[findings.state];
  const { successCases, failedCases } = counts;
  const compared = successCases + failedCases;
  const { failed, refused, leftOut } = uncompared;
  const moved = measures.moved?.requests ?? 0;
  const { recorded, replayed } = wholeLatency(measures.latency);
  const duration = runDuration(round);
  const sent = findings.scope.requests - findings.scope.requestsWithoutResult + failed + refused;
  return [
    {
      name: 'State',
      value: name,
      note: `verdict ${round.result.verdict}, as settled`,
      ...(tone !== 'quiet' && { tone }),
    },
    {
      name: 'As the running build',
      value: compared === 0 ? '–' : percent(successCases / compared),
      note: `${count(successCases)} of ${counted(compared, 'request')}`,
    },
    { name: 'Differ', value: count(failedCases), note: failedCases > 0 && `in ${counted(differing, 'endpoint')}` },
    {
      name: 'Data has moved',
      value: count(moved),
      note: moved === 0 ? 'as recorded' : html`<a href="${reportPath(planId)}#moved">needs nothing</a>`,
    },
    { name: 'Not compared', value: count(failed + refused + leftOut), note: whyOf(uncompared) },
    {
      name: 'p95, running → new',
      value: timeChange(quantilesOf(recorded).p95, quantilesOf(replayed).p95),
      note: latencyNote(planId, measures, limit),
    },
    {
      name: 'Duration',
      value: duration === null ? '–' : durationText(duration),
      note: `${counted(sent, 'request')}, sent to both`,
    },
  ];
}

const NONE: Uncompared = { failed: 0, refused: 0, leftOut: 0 };

/** Why most of the requests that were not compared were not. */
function whyOf(uncompared: Uncompared): string {
  const [first, ...others] = UNCOMPARED_TEXTS.filter(([why]) => uncompared[why] > 0);
  if (first === undefined) return 'every request was';
  return others.length === 0 ? first[1] : `for ${others.length + 1} reasons`;
}

function latencyNote(
  planId: string,
  { times = [], latency }: RoundMeasures,
  limit: LatencyLimit | null,
): Html | string {
  const slower = slowerEndpoints(times, latency, limit).length;
  const than = limit === null ? 'slower' : `over ${limitText(limit.ratio)}`;
  if (slower === 0) return `no endpoint ${than}`;
  return html`<a href="${withQuery(reportPath(planId), { tab: 'latency' })}">${counted(slower, 'endpoint')} ${than}</a>`;
}
