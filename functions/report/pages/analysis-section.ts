import { html } from 'hono/html';
import {
  type Analysis,
  type AnalysisState,
  type CodeChange,
  endpointsOfChange,
  tierEndpoints,
} from '../../analysis/domain/analysis.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { statsOf } from '../../platform/pages-shell/decision.ts';
import { time } from '../../platform/pages-shell/list-parts.ts';
import { count, counted, short } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { shownEndpoint } from './report/shown-endpoint.ts';
import { casesPath } from './report-links.ts';

const STATES: Readonly<Record<AnalysisState, string>> = {
  RUNNING: 'is running',
  DONE: 'has finished',
  PARTIAL: 'stopped partway',
  SKIPPED: 'was not started',
};

/** Reasons of spec 2.5, in words. */
const REASONS: Readonly<Record<string, string>> = {
  QUOTA_EXHAUSTED: 'the daily limit of automatic analyses is reached',
  NO_EXECUTOR: 'no analysis service is connected',
  MODEL_QUOTA: 'the AI service is out of quota',
  STALE: 'the analysis was interrupted',
};

/** Maximum changes shown. The analysis of a large run may name hundreds. */
const MAX_CHANGES = 30;

/** Causes of the failed cases found by the analysis (spec 2.5). They never change the findings. */
export function analysisSection(planId: string, analysis: Analysis | null, summary: string | null): Html | null {
  if (analysis === null) return null;
  const { state, reason, codeChanges } = analysis;
  const endpoints = tierEndpoints(analysis);
  const tiers = [
    ['Code changes', analysis.codeChangeCases, endpoints.codeChange],
    ['Unknown cause', analysis.undeterminedCases, endpoints.undetermined],
    ['Not caused by code', analysis.invalidCases, endpoints.invalid],
  ] as const;
  return html`<section class="panel pad" aria-labelledby="analysis"><h2 id="analysis">Cause analysis</h2>
<p>The analysis ${STATES[state]}${reason !== null && html`: ${REASONS[reason] ?? short(reason)}`}. ${count(analysis.analyzedCases)} of ${counted(analysis.failedCases, 'failed request')} analyzed${analysis.markedCases > 0 && html`, ${count(analysis.markedCases)} marked as expected`}.</p>
${
  analysis.failedCases > 0 &&
  state !== 'SKIPPED' &&
  statsOf(
    tiers.map(([name, cases, affected]) => ({
      name,
      value: counted(cases, 'request'),
      note: counted(affected, 'endpoint'),
    })),
  )
}
${codeChanges.length > 0 && html`<ol class="stack">${codeChanges.slice(0, MAX_CHANGES).map((change) => changeItem(planId, change))}</ol>`}
${codeChanges.length > MAX_CHANGES && html`<p class="muted">and ${counted(codeChanges.length - MAX_CHANGES, 'other change')}</p>`}
${summary !== null && summary !== '' && html`<details><summary>Summary of the analysis</summary><pre>${visible(summary)}</pre></details>`}</section>`;
}

const changeItem = (
  planId: string,
  change: CodeChange,
): Html => html`<li class="panel pad"><h3>${visible(change.shortTitle)}</h3>
<p>${visible(change.title)}</p>
<dl class="pairs">${
  change.location !== null &&
  html`<dt>Where</dt><dd><code>${visible([change.location.file, change.location.line].filter((part) => part !== null).join(':'))}</code>${change.location.symbol !== null && html` <code>${visible(change.location.symbol)}</code>`}</dd>`
}
<dt>Cause</dt><dd>${change.inferred ? 'inferred from responses, no code was located' : 'located in code'}</dd>
<dt>Requests</dt><dd>${count(change.affectedCases)} of ${count(change.replayedCases)}${change.markedCases > 0 && html`, ${count(change.markedCases)} marked as expected${change.markedAt !== null && html`, the last at ${time(change.markedAt)}`}`}</dd>
<dt>Seen</dt><dd>${change.consecutive === 1 ? 'for the first time' : `in ${change.consecutive} runs in a row`}</dd>
<dt>Endpoints</dt><dd>${endpointLinks(planId, change)}</dd></dl></li>`;

/** Maximum endpoints of a change that are named. */
const MAX_ENDPOINTS = 5;

function endpointLinks(planId: string, change: CodeChange): Html {
  const named = endpointsOfChange(change).flatMap(({ operationName: operation, methods }) =>
    methods.length === 0 ? [{ operation }] : methods.map((method) => ({ operation, method })),
  );
  const more = named.length - MAX_ENDPOINTS;
  return html`${named.slice(0, MAX_ENDPOINTS).map((endpoint: { operation: string; method?: string }, index) => html`${index > 0 && ', '}<a href="${casesPath(planId, endpoint)}">${shownEndpoint({ operationName: endpoint.operation, method: endpoint.method ?? null })}</a>`)}${more > 0 && ` and ${count(more)} more`}`;
}
