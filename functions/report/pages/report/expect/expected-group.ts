import { html } from 'hono/html';
import { changeText } from '../../../../compare/domain/expected/change-text.ts';
import { changedValues } from '../../../../compare/domain/expected/changed-values.ts';
import { expectationId } from '../../../../compare/domain/expected/expectation-ids.ts';
import type { ExpectedChange } from '../../../../compare/domain/expected/expected-change.ts';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { isExpectedChange, type RuleInForce } from '../../../../compare/domain/rules/rules.ts';
import { endpointRequests } from '../../../../findings/domain/expected/endpoint-requests.ts';
import type { FindingsInput, FindingTotals } from '../../../../findings/domain/findings.ts';
import { exactChange } from '../../../../findings/pages/parts/exact-change.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../../platform/pages-shell/icon.ts';
import { relativeTime } from '../../../../platform/pages-shell/relative-time.ts';
import { count, counted, short } from '../../../../platform/pages-shell/texts.ts';
import { visible } from '../../../../platform/pages-shell/visible-text.ts';
import { casesPath, reportPath } from '../../report-links.ts';
import { fieldPath } from '../field-path.ts';
import { CELL } from '../finding-change.ts';
import { shownEndpoint } from '../shown-endpoint.ts';

/** Maximum expectations that the group lists, those of most requests first. */
const MAX_ROWS = 50;
/** Maximum people that its heading names. */
const MAX_NAMES = 3;

/** A lasting expectation with the requests of the run that it covers. */
type Covering = ExpectedChange & { requests: number };

/** What the group of expected changes is made from. */
export interface ExpectedFacts {
  request: PageRequest;
  appId: string;
  planId: string;
  rules: readonly RuleInForce[];
  /** Of the run: which changes cover how many requests. */
  totals: FindingTotals['expected'];
  input: Pick<FindingsInput, 'clusters'>;
  /** Columns of the table. */
  columns: number;
  /** Epoch ms. */
  now: number;
}

/** The part of the findings table for what lasting expectations cover. */
export interface ExpectedPart {
  /** The closed group, which says who accepted the changes. */
  group: Html;
  /** What stands below the table. */
  foot: Html;
}

/** The closed group of what lasting expectations cover; null if they cover nothing. */
export function expectedPart(facts: ExpectedFacts): ExpectedPart | null {
  const covering = coveringIn(facts);
  return covering.length === 0 ? null : { group: groupOf(covering, facts), foot: footOf(facts) };
}

/** The expected changes that cover requests of the run, those of most requests first. */
function coveringIn({ totals, rules }: ExpectedFacts): Covering[] {
  const covered = new Map(totals.changes.map(({ ruleId, requests }) => [ruleId, requests]));
  return rules
    .filter(isExpectedChange)
    .flatMap((change) => ({ ...change, requests: covered.get(change.ruleId) ?? 0 }))
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests);
}

function groupOf(covering: readonly Covering[], facts: ExpectedFacts): Html {
  const left = covering.length - MAX_ROWS;
  const { lasting } = facts.totals;
  return html`<tbody class="fold"><tr class="group"><th colspan="${facts.columns}" scope="rowgroup"><details><summary>Expected <span class="count">${count(covering.length)}</span> <span class="small muted">${lasting !== undefined && html`${counted(lasting, 'request')}, `}${counted(covering.length, 'lasting expectation')} of ${namesOf(covering)}</span></summary></details></th></tr></tbody>
<tbody class="folded">${covering.slice(0, MAX_ROWS).map((one) => row(one, facts))}${left > 0 && html`<tr><td colspan="${facts.columns}" class="muted">and ${counted(left, 'other')}</td></tr>`}</tbody>
`;
}

const footOf = ({ request, appId, planId }: ExpectedFacts): Html =>
  html`<div class="panel-foot row"><span class="small muted">What is expected never hides another field or another kind.</span> <a class="quiet-link push" href="${applicationPath(appId)}/expected">All expectations of ${visible(appId)}</a>${request.may('write') && html` <a class="quiet-link" id="accept" href="${reportPath(planId)}/accept">Accept as the new recording…</a>`}</div>`;

function row(one: Covering, { request, appId, planId, input, columns, now }: ExpectedFacts): Html {
  const { ruleId, kind, subject, operation, methods, change, requests, createdBy, createdAt } = one;
  const mayWrite = request.may('write');
  const exactly = changeText(change, !mayWrite);
  const values = mayWrite ? changedValues(change) : null;
  const about = html`<span class="hidden"> ${KIND_LABELS[kind].en} ${short(subject, 60)}</span>`;
  return html`<tr class="finding"><td class="pick"></td>
<th scope="row"><span class="kind">${icon('ok')}<span class="hidden">Expected:</span> ${KIND_LABELS[kind].en}</span></th>
<td>${fieldPath(kind, [subject])}</td>
<td colspan="${columns - 6}">${exactly !== null && exactChange({ exactly, values }, { room: CELL })}<span class="small muted">${exactly === null ? 'Any value, until' : 'Until'} production records it, by ${visible(createdBy)}, ${relativeTime(createdAt, now)}</span></td>
<td class="c-endpoint"><span class="cut">${shownEndpoint({ operationName: operation, ...(methods && { methods }) })}</span></td>
<td class="c-count"><a href="${casesPath(planId, { state: 'all', operation })}">${count(requests)} <span class="muted">of ${count(endpointRequests(input, one))}</span></a></td>
<td class="actions">${mayWrite && actionForm(request, `${applicationPath(appId)}/expected/remove`, html`Remove${about}`, { fields: { id: expectationId(ruleId) }, confirm: 'Remove this expectation? What it covers shows again as a finding.' })}</td></tr>
`;
}

/** `ann`, `ann and ben`, or `ann, ben, cora and 2 others`. */
function namesOf(covering: readonly Covering[]): Html {
  const names = [...new Set(covering.map(({ createdBy }) => createdBy))];
  const others = names.length - MAX_NAMES;
  const parts = [...names.slice(0, MAX_NAMES), ...(others > 0 ? [counted(others, 'other')] : [])];
  return visible(new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts));
}
