import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import { endpointNames } from '../../../findings/domain/endpoint-labels.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { shortcutsMenu } from '../../../platform/pages-shell/shortcuts/shortcuts-menu.ts';
import { cutText } from '../../../platform/pages-shell/texts.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import type { FindingFilter, FindingRow } from '../../domain/finding-rows.ts';
import { reportPath } from '../report-links.ts';
import { SLOWER } from './two-builds/slower-group.ts';

/** Maximum endpoints to choose from; others are found by the text. */
const MAX_ENDPOINTS = 200;

/** What a query asks the list for. */
export const filterOf = (query: URLSearchParams): FindingFilter & { sinceClean: boolean } => ({
  text: query.get('text') ?? '',
  endpoint: query.get('endpoint') ?? '',
  kind: query.get('kind') ?? '',
  isNewOnly: ['1', 'clean'].includes(query.get('new') ?? ''),
  sinceClean: query.get('new') === 'clean',
});

/** The keys of the page script. */
const KEYS = [
  ['j', 'Next finding'],
  ['k', 'Previous finding'],
  ['o', 'Example of the finding'],
  ['x', 'Details of the finding'],
  ['/', 'Filter'],
] as const;

/** The form above the findings; it works without scripts, and while typing with them. */
export function findingsFilter(
  request: PageRequest,
  planId: string,
  { text, endpoint, kind, isNewOnly, sinceClean }: ReturnType<typeof filterOf>,
  { all, hasSlower }: { all: readonly FindingRow[]; hasSlower: boolean },
): Html {
  const endpoints = [...new Set(all.flatMap(({ entry }) => entry.interfaces.flatMap(endpointNames)))].sort(compareText);
  const kinds = [...new Set(all.map(({ entry }) => entry.kind))];
  const option = (value: string, shown: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${visibleText(cutText(shown, 80))}</option>`;
  return html`<form class="filter" role="search" aria-label="Findings" action="${reportPath(planId)}" data-asks="finding-list">
<label class="search"><span class="hidden">Search</span><input type="search" name="text" value="${text}" placeholder="Filter by field, value or endpoint"></label>
<label><span class="hidden">Endpoint</span><select name="endpoint">${option('', 'All endpoints', endpoint)}${endpoints.slice(0, MAX_ENDPOINTS).map((name) => option(name, name, endpoint))}</select></label>
<label><span class="hidden">Kind</span><select name="kind">${option('', 'All kinds', kind)}${kinds.map((one: Kind) => option(one, KIND_LABELS[one].en, kind))}${hasSlower && option(SLOWER, 'Slower', kind)}</select></label>
<label class="tick"><input type="checkbox" name="new" value="${sinceClean ? 'clean' : '1'}"${isNewOnly && html` checked`}> ${sinceClean ? 'New since the last clean run' : 'New only'}</label>
<button>Apply</button>
<p class="push small muted" data-keys hidden><kbd>j</kbd> <kbd>k</kbd> move, <kbd>o</kbd> example, <kbd>x</kbd> details, <kbd>/</kbd> filter</p>${shortcutsMenu(request, KEYS)}
</form>`;
}
