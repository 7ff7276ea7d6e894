import { html } from 'hono/html';
import { endpointCounts } from '../../findings/domain/endpoints/endpoint-counts.ts';
import type { Findings } from '../../findings/domain/findings.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../platform/pages-shell/texts.ts';
import type { ReplayRound } from '../../replay/domain/plan.ts';
import type { MappedCounts } from '../../replay/domain/results/result-summaries.ts';
import type { SessionCoverage } from '../../replay/domain/sessions/session-completion.ts';
import { reportPath, withQuery } from './report-links.ts';

const MAX_NAMED = 50;

/**
 * Coverage of the application by the replay (spec 2.4, coverage and scope), of shapes if it was spread over them, and
 * its sessions.
 */
export function coverageSection(
  planId: string,
  findings: Findings,
  selection: ReplayRound['selection'],
  mapped?: MappedCounts,
): Html {
  const { scope, coverage } = findings;
  const endpoints = endpointCounts(findings);
  const { shapes, sessions } = selection ?? {};
  const { uncoveredMainOperations: missing } = coverage;
  return html`<section class="panel pad" aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<p>${count(endpoints.replayed)} of ${counted(endpoints.inScope, 'endpoint')} replayed with ${counted(scope.requests - scope.requestsWithoutResult, 'request')}${endpoints.uncovered > 0 && html`; <a href="${withQuery(reportPath(planId), { tab: 'endpoints', endpointState: 'uncovered' })}">${count(endpoints.uncovered)} not replayed</a>`}${scope.requestsWithoutResult > 0 && html`; ${counted(scope.requestsWithoutResult, 'request')} without result`}.${mainText(coverage)}${shapes && html` ${count(shapes.covered)} of ${counted(shapes.of, 'structure')} of requests and responses covered.`}</p>${sessions && sessions.total > 0 && sessionText(sessions)}${mapped && mapped.fields + mapped.dropped > 0 && mappedText(mapped)}
${missing.length > 0 && html`<ul class="small">${missing.slice(0, MAX_NAMED).map((operation) => html`<li><code>${short(operation)}</code></li>`)}${missing.length > MAX_NAMED && html`<li class="muted">and ${count(missing.length - MAX_NAMED)} more</li>`}</ul>`}</section>`;
}

/** What is left to do for coverage (spec 3.2, row 6). */
function mainText({ mainOperationsConfigured, uncoveredMainOperations: { length } }: Findings['coverage']): string {
  if (!mainOperationsConfigured)
    return ' No main endpoints are registered, so a clean result needs 10 paths and 30 requests.';
  return length === 0
    ? ' All main endpoints were replayed.'
    : ` ${counted(length, 'main endpoint')} ${length === 1 ? 'was' : 'were'} not replayed:`;
}

/** How many values that the build issued count as the recorded ones. */
const mappedText = ({ requests, fields, dropped }: MappedCounts): Html =>
  html`<p>${counted(fields, 'field')} of ${counted(requests, 'request')} ${fields === 1 ? 'has' : 'have'} an id or token that the build issued in place of the recorded one.${dropped > 0 && html` A session exceeds the number of stored values: its oldest ${counted(dropped, 'value')} ${dropped === 1 ? 'was' : 'were'} sent as recorded.`}</p>`;

/** How the sessions of the replay begin. */
const sessionText = ({ total, completed, cut, preparation }: SessionCoverage): Html =>
  html`<p>${counted(total, 'session')}.${completed > 0 && html` ${count(completed)} began before the first replayed request and ${completed === 1 ? 'was' : 'were'} completed; ${counted(preparation, 'earlier recorded request')}, such as logins, ${preparation === 1 ? 'was' : 'were'} sent for that and ${preparation === 1 ? 'is' : 'are'} not counted.`}${cut > 0 && html` ${count(cut)} ${cut === 1 ? 'is' : 'are'} incomplete: no recording issued the credential that ${cut === 1 ? 'its' : 'their'} requests send.`}</p>`;
