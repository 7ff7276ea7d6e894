import { html } from 'hono/html';
import { type ComparedHeaders, comparedHeadersText } from '../../../compare/domain/headers/compared-headers.ts';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { countedEndpoints, endpointCounts } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { ChangesSince } from '../../../findings/service/run-changes.ts';
import type { Mark } from '../../../findings/store/marks.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { casesPath } from '../report-links.ts';
import { fieldText } from './field-path.ts';
import { mainsReplayed } from './settled/mains-replayed.ts';
import { shownEndpoint } from './shown-endpoint.ts';

/** Maximum lines of a panel. */
const MAX_LINES = 10;

/** What a rule or a mark keeps out of the list. */
export interface HiddenFacts {
  appId: string;
  planId: string;
  ignored: { fields: number; rules: number; requests: number };
  marks: readonly Mark[];
  /** Removes the marks that were made together last; null for readers who may not write. */
  undo: Html | null;
  headers: ComparedHeaders;
  /** Epoch ms. */
  now: number;
}

/** The panels below the findings: what is gone, what is hidden, and what was covered. `mains`: main endpoints. */
export const footPanels = (gone: ChangesSince | null, hidden: HiddenFacts, findings: Findings, mains: number): Html =>
  html`<div class="columns">${gone !== null && gone.gone.length > 0 && gonePanel(gone)}${hiddenPanel(hidden)}${coveragePanel(findings, hidden.planId, mains)}</div>`;

const gonePanel = ({ gone }: ChangesSince): Html =>
  html`<section class="panel pad" aria-labelledby="gone"><h2 id="gone">Gone since the previous run <span class="count">${count(gone.length)}</span></h2><ul class="small">${gone
    .slice(0, MAX_LINES)
    .map(({ entry: { kind, subjects, interfaces, affectedRequests } }) => {
      const endpoints = countedEndpoints(interfaces);
      const [endpoint] = endpoints;
      return html`<li>${KIND_LABELS[kind].en} <code>${short(fieldText(kind, subjects[0] ?? ''), 80, 'ltr')}</code>${endpoint && html` in ${shownEndpoint(endpoint)}`}${endpoints.length > 1 && ` and ${counted(endpoints.length - 1, 'other')}`}, ${counted(affectedRequests, 'request')}</li>`;
    })}${gone.length > MAX_LINES && html`<li class="muted">and ${counted(gone.length - MAX_LINES, 'other')}</li>`}</ul></section>`;

function hiddenPanel({ appId, planId, ignored, marks, undo, headers, now }: HiddenFacts): Html {
  const last = marks.reduce<Mark | null>(
    (latest, mark) => (latest && latest.markedAt >= mark.markedAt ? latest : mark),
    null,
  );
  const { fields, rules, requests } = ignored;
  return html`<section class="panel pad" aria-labelledby="hidden"><h2 id="hidden">Hidden from this list</h2><ul class="small">${
    fields > 0 &&
    html`<li><a href="${applicationPath(appId)}/rules">${counted(fields, 'field')} ignored by ${counted(rules, 'rule')}</a> in ${counted(requests, 'request')}</li>`
  }${
    last !== null &&
    html`<li><a href="${casesPath(planId, { state: 'expected' })}">${counted(marks.length, 'request')} marked as expected</a>, last by ${visible(last.markedBy)}, ${relativeTime(last.markedAt, now)} ${undo}</li>`
  }${fields === 0 && last === null && html`<li class="muted">Nothing: no rule ignored a field, and no request is marked as expected</li>`}<li><details><summary>${headersSummary(headers)}</summary><p><code>${short(comparedHeadersText(headers), 1000)}</code>. The <a href="${applicationPath(appId)}/rules">rules</a> of single endpoints may choose others.</p></details></li></ul></section>`;
}

const headersSummary = ({ compared }: ComparedHeaders): string =>
  compared.includes('*') ? 'All response headers are compared' : 'These response headers are compared';

function coveragePanel(findings: Findings, planId: string, mains: number): Html {
  const { scope, coverage } = findings;
  const endpoints = endpointCounts(findings);
  const { mainOperationsConfigured, uncoveredMainOperations: missing } = coverage;
  return html`<section class="panel pad" aria-labelledby="coverage"><h2 id="coverage">Coverage</h2><ul class="small">${
    mainOperationsConfigured && missing.length === 0 && html`<li>${icon('ok', 'good')} ${mainsReplayed(mains)}</li>`
  }${missing.slice(0, MAX_LINES).map((operation) => html`<li>${icon('review', 'warn')} Main endpoint not replayed: <code>${short(operation)}</code></li>`)}${
    missing.length > MAX_LINES &&
    html`<li class="muted">and ${counted(missing.length - MAX_LINES, 'other main endpoint')}</li>`
  }<li>${count(endpoints.replayed)} of ${counted(endpoints.inScope, 'endpoint')} replayed with ${counted(scope.requests - scope.requestsWithoutResult, 'request')}</li>${
    endpoints.uncovered > 0 &&
    html`<li><a href="/report/${planId}?tab=endpoints&amp;endpointState=uncovered">${counted(endpoints.uncovered, 'endpoint')} not replayed</a></li>`
  }</ul></section>`;
}
