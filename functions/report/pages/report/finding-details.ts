import { html } from 'hono/html';
import type { CodeChange } from '../../../analysis/domain/analysis.ts';
import { isNodeKind } from '../../../compare/domain/kinds.ts';
import { countedEndpoints } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { SettledState } from '../../../findings/domain/findings.ts';
import { STATE_LABELS } from '../../../findings/domain/state-labels.ts';
import type { RoundValues, ValuePair } from '../../../findings/domain/values/round-values.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm, csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { FindingRow } from '../../domain/finding-rows.ts';
import type { IgnoreEffect } from '../../domain/ignore-effect.ts';
import type { FindingEffects } from '../../domain/remembered-effects.ts';
import { canBeRule, casePath, casesPath, findingPath, NO_RULE, reportPath } from '../report-links.ts';
import { fieldText } from './field-path.ts';
import { findingChange } from './finding-change.ts';
import { MAX_LINKED_LENGTH, requestsPath } from './finding-row.ts';
import { shownEndpoint } from './shown-endpoint.ts';

const MAX_ENDPOINTS = 6;

/** What the details of a finding need beside it. */
export interface DetailFacts {
  request: PageRequest;
  planId: string;
  /** Current state of the run. */
  state: SettledState;
  values: Pick<RoundValues, 'read' | 'failing'> | undefined;
  cause: CodeChange | null;
  /** How many fields are named. */
  named: number;
  /** Null for readers who may not write. */
  effects: FindingEffects | null;
}

/** The row below a finding. */
export const detailsRow = (details: Html, columns: number): Html =>
  html`<tr class="more"><td colspan="${columns}">${details}</td></tr>
`;

/** The values, endpoints and cause of a finding, and what ignoring or marking it does. */
export const findingDetails = (row: FindingRow, facts: DetailFacts): Html =>
  html`<div class="more-grid" id="more-${row.id}"><div>${valuesPart(row, facts)}${fieldsPart(row, facts.planId, facts.named)}</div><div>${endpointsPart(row, facts.planId)}${causePart(facts.cause)}</div>${
    facts.effects !== null && html`<div>${ignorePart(row, facts, facts.effects)}${markPart(row, facts)}</div>`
  }</div>`;

/** In place of the details of a finding far down the page; scripts load them when its row opens. */
export const laterDetails = ({ id }: FindingRow, planId: string): Html =>
  html`<div id="more-${id}" data-more="${findingPath(planId, id)}"><p class="small"><a href="${findingPath(planId, id)}">Values, endpoints, and the effect of ignoring it</a></p></div>`;

function valuesPart({ entry, pairs }: FindingRow, { planId, values }: DetailFacts): Html {
  const isSample = values !== undefined && values.read < values.failing;
  const line = (pair: ValuePair) =>
    html`<li>${findingChange(entry.kind, pair)}${asRecordedText(pair)} <span class="small muted">${counted(pair.requests, 'request')}, <a href="${casePath(planId, pair.item)}">example</a></span></li>`;
  return html`<h3>Most frequent values${entry.subjects.length > 1 && html` of <code>${short(entry.subjects[0] ?? '', 60, 'ltr')}</code>`}</h3>${
    pairs.length === 0
      ? html`<p class="small muted">No values were kept</p>`
      : html`<ul>${pairs.slice(0, MAX_PAIRS).map(line)}</ul>`
  }${isSample && html`<p class="small muted">Among ${counted(values.read, 'failing request')} of ${count(values.failing)}</p>`}`;
}
const MAX_PAIRS = 5;

/** What was recorded, where the running build answered otherwise. */
const asRecordedText = ({ asRecorded, recorded }: ValuePair): Html | null =>
  asRecorded === undefined || asRecorded === recorded
    ? null
    : html` <span class="small muted">recorded</span> <span class="value old">${asRecorded === null ? 'absent' : short(asRecorded, 40, 'ltr')}</span>`;

/** The fields, each with its most frequent values. */
function fieldsPart({ id, entry: { kind, subjects }, pairsOf }: FindingRow, planId: string, max: number): Html | null {
  if (subjects.length < 2) return null;
  return html`<h3>Fields</h3><ul>${subjects.slice(0, max).map((subject) => {
    const [pair] = pairsOf(subject);
    return html`<li><code>${short(fieldText(kind, subject), 120, 'ltr')}</code>${pair && html` ${findingChange(kind, pair)}${asRecordedText(pair)}`}</li>`;
  })}${subjects.length > max && html`<li class="small"><a href="${findingPath(planId, id)}">and ${counted(subjects.length - max, 'other')}</a></li>`}</ul>`;
}

function endpointsPart({ entry }: FindingRow, planId: string): Html {
  const { kind, subjects, interfaces } = entry;
  const [subject = ''] = subjects;
  const endpoints = countedEndpoints(interfaces);
  const more = endpoints.length - MAX_ENDPOINTS;
  return html`<h3>Endpoints</h3><ul>${endpoints.slice(0, MAX_ENDPOINTS).map((endpoint) => {
    const { operationName: operation, method, affectedRequests, totalRequests } = endpoint;
    const query = {
      operation,
      kind,
      ...(method && { method }),
      ...(subject.length <= MAX_LINKED_LENGTH && { subject }),
    };
    return html`<li><a href="${casesPath(planId, query)}">${shownEndpoint(endpoint)}</a> <span class="small muted">${count(affectedRequests)} of ${count(totalRequests)}</span></li>`;
  })}${more > 0 && html`<li class="small"><a href="${requestsPath(planId, { entry })}">and ${counted(more, 'other endpoint')}</a></li>`}</ul>`;
}

function causePart(cause: CodeChange | null): Html | null {
  if (cause === null) return null;
  const { title, location } = cause;
  const fileAndLine = location && [location.file, location.line].filter((part) => part !== null).join(':');
  return html`<h3>Likely cause</h3><p class="small">${visible(title)}${fileAndLine && html`<br><code>${visible(fileAndLine)}</code>`}</p>`;
}

function ignorePart(
  { id, entry }: FindingRow,
  { request, planId, state }: DetailFacts,
  { endpoints, everywhere }: FindingEffects,
): Html | null {
  const { kind, subjects, interfaces } = entry;
  if (endpoints === null && everywhere === null) {
    const isUnnamable = isNodeKind(kind) && !subjects.every((one) => canBeRule(one));
    return isUnnamable ? html`<p class="small muted">${NO_RULE}</p>` : null;
  }
  const [subject = ''] = subjects;
  const what =
    subjects.length === 1 ? html`<code>${short(subject, 60, 'ltr')}</code>` : `these ${count(subjects.length)} fields`;
  const button = (where: 'endpoints' | 'everywhere', text: string) =>
    actionForm(request, `${findingPath(planId, id)}/ignore`, text, { fields: { where } });
  const endpointCount = countedEndpoints(interfaces).length;
  const isSame = JSON.stringify(endpoints) === JSON.stringify(everywhere);
  return html`<h3>If you ignore ${kind === 'ARRAY_ORDER' && 'the order of '}${what}</h3>${endpoints !== null && html`<p class="small">${effectText(endpoints, state)}</p>`}${
    everywhere !== null &&
    (endpoints === null || !isSame) &&
    html`<p class="small">${endpoints !== null && 'Everywhere: '}${effectText(everywhere, state)}</p>`
  }<div class="row">${endpoints !== null && button('endpoints', endpointCount === 1 ? 'Ignore at this endpoint' : `Ignore in ${count(endpointCount)} endpoints`)}${everywhere !== null && button('everywhere', 'Ignore everywhere')}</div>`;
}

/** `1 finding goes, 34 requests pass (141 → 107). The state stays Needs action.` */
function effectText({ gone, come, failedBefore, failedAfter, state: after }: IgnoreEffect, state: SettledState): Html {
  const passing = failedBefore - failedAfter;
  return html`${counted(gone, 'finding')} ${gone === 1 ? 'goes' : 'go'}, ${come > 0 && `${count(come)} ${come === 1 ? 'comes' : 'come'} instead, `}${counted(passing, 'request')} ${passing === 1 ? 'passes' : 'pass'} (${count(failedBefore)} → ${count(failedAfter)}). The state ${after === state ? 'stays' : 'becomes'} <strong>${STATE_LABELS[after].name}</strong>.`;
}

function markPart({ id, entry: { affectedRequests } }: FindingRow, { request, planId }: DetailFacts): Html {
  const name = `comment-${id}`;
  return html`<h3>If the change is expected</h3><form method="post" action="${findingPath(planId, id)}/mark" class="row" id="mark-${id}" data-in-place>${csrfField(request)}<label for="${name}" class="hidden">Why it is expected</label><input id="${name}" name="comment" maxlength="2000" placeholder="Why it is expected (optional)"><button class="tiny">Mark ${counted(affectedRequests, 'request')} as expected</button></form><p><a class="button tiny" href="${reportPath(planId)}/accept?what=finding&amp;finding=${id}">Accept as the new recording…</a></p>`;
}
