import { html } from 'hono/html';
import { KIND_WORDS } from '../../compare/domain/kind-words.ts';
import { isNodeKind } from '../../compare/domain/kinds.ts';
import { endpointLabel } from '../../findings/domain/endpoint-words.ts';
import type { FindingsEntry } from '../../findings/domain/findings.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../platform/pages-shell/words.ts';
import type { ExampleOf } from '../domain/examples.ts';
import { canBeRule, casePath, casesPath, NO_RULE, reportPath, rulePagePath, withQuery } from './report-links.ts';

/** Maximum entries per page, and maximum details of one before its list of requests. */
const MAX_ENTRIES = 20;
const MAX_SUBJECTS = 6;
const MAX_INTERFACES = 5;
/** Longer subjects are not linked. */
const MAX_LINKED_LENGTH = 300;

export interface EntriesSection {
  planId: string;
  group: 'needsAction' | 'toReview';
  entries: readonly FindingsEntry[];
  interfaces: number;
  /** Endpoints of a more severe group, which are listed only there (spec 3.3 rule 1). */
  moreSevere: number;
  exampleOf: ExampleOf;
  mayWrite: boolean;
  /** Index of the first entry on this page. */
  from: number;
}

const TITLES = { needsAction: 'Needs action', toReview: 'To review' };
const NONE = {
  needsAction: 'Nothing needs action.',
  toReview: 'Nothing is left to review.',
};
const NO_OTHER =
  'No other endpoint is left to review. Other differences of the endpoints that need action are shown with their requests.';

/** One of the two lists of spec 3.3: the differences, their counts and endpoints, and an example of each. */
export function entriesSection(section: EntriesSection): Html {
  const { planId, group, entries, interfaces, moreSevere, from } = section;
  const shown = entries.slice(from, from + MAX_ENTRIES);
  return html`<section aria-labelledby="${group}"><h2 id="${group}">${TITLES[group]} <span class="badge ${group === 'needsAction' ? 'bad' : 'warn'}">${counted(interfaces, 'endpoint')}</span></h2>
${
  entries.length === 0
    ? html`<p class="empty">${moreSevere > 0 ? NO_OTHER : NONE[group]}</p>`
    : html`<ol class="findings" start="${from + 1}">${shown.map((entry) => entryItem(section, entry))}</ol>${pagesOf(
        withQuery(reportPath(planId), {}),
        group,
        from,
        entries.length,
      )}`
}</section>`;
}

function entryItem({ planId, exampleOf, mayWrite }: EntriesSection, entry: FindingsEntry): Html {
  const { kind, subjects, interfaces, affectedRequests, totalRequests } = entry;
  const [subject = ''] = subjects;
  const linked = subject.length <= MAX_LINKED_LENGTH ? { kind, subject } : { kind };
  const only = interfaces.length === 1 ? interfaces[0]?.operationName : undefined;
  return html`<li class="panel pad"><h3>${KIND_WORDS[kind].en} <span class="small muted">${count(affectedRequests)} of ${counted(totalRequests, 'request')}</span></h3>
<ul class="small">${subjects
    .slice(0, MAX_SUBJECTS)
    .map(
      (one) =>
        html`<li><code>${short(one)}</code>${mayWrite && isNodeKind(kind) && ignoreLink(planId, one, only)}</li>`,
    )}${subjects.length > MAX_SUBJECTS && html`<li class="muted">and ${counted(subjects.length - MAX_SUBJECTS, 'other')}</li>`}</ul>
<ul class="small">${interfaces.slice(0, MAX_INTERFACES).map((place) => {
    const { operationName, methods = [], affectedRequests: affected, totalRequests: total } = place;
    const example = exampleOf(operationName, kind, subject);
    const name = short(endpointLabel(place));
    const [method] = methods.length === 1 ? methods : [];
    return html`<li><a href="${casesPath(planId, { operation: operationName, ...(method && { method }), ...linked })}">${name}</a> <span class="muted">${count(affected)} of ${count(total)}</span>${
      example !== null &&
      html` <a class="small" href="${casePath(planId, example)}">Example<span class="hidden"> of ${name}</span></a>`
    }</li>`;
  })}${
    interfaces.length > MAX_INTERFACES &&
    html`<li><a href="${casesPath(planId, linked)}">and ${counted(interfaces.length - MAX_INTERFACES, 'other endpoint')}</a></li>`
  }</ul></li>`;
}

/** Link to a rule for the field, or why there is none. */
function ignoreLink(planId: string, subject: string, operation: string | undefined): Html {
  if (!canBeRule(subject)) return html` <span class="small muted">${NO_RULE}</span>`;
  if (subject.length > MAX_LINKED_LENGTH)
    return html` <span class="small muted">Its path is long: ignore it from the page of a request.</span>`;
  return html` <a class="small" href="${rulePagePath(planId, { kind: 'ignore', subject, ...(operation !== undefined && { operation }) })}">Ignore<span class="hidden"> ${short(subject)}</span>…</a>`;
}

function pagesOf(path: string, group: string, from: number, total: number): Html | null {
  if (total <= MAX_ENTRIES) return null;
  const link = (start: number, text: string) =>
    html`<a class="button tiny" href="${withQuery(path, { [group]: start })}#${group}">${text}</a>`;
  return html`<nav class="row" aria-label="${TITLES[group === 'toReview' ? 'toReview' : 'needsAction']}, pages"><span>${count(from + 1)} to ${count(Math.min(total, from + MAX_ENTRIES))} of ${count(total)}</span>${
    from > 0 && link(Math.max(0, from - MAX_ENTRIES), 'Previous')
  }${from + MAX_ENTRIES < total && link(from + MAX_ENTRIES, 'Next')}</nav>`;
}
