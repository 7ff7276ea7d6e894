import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { ListedRun } from './listed-runs.ts';

/** Decisions to filter by, and their text. */
const DECISIONS = [
  ['', 'Any decision'],
  ['pass', 'Pass'],
  ['fail', 'Fail'],
  ['none', 'No decision'],
] as const;

/** What a list of runs is filtered by. */
export interface RunFilter {
  text: string;
  app: string;
  decision: (typeof DECISIONS)[number][0];
}

export const runFilterOf = (query: URLSearchParams): RunFilter => ({
  text: (query.get('text') ?? '').trim(),
  app: query.get('app') ?? '',
  decision: DECISIONS.find(([value]) => value === query.get('decision'))?.[0] ?? '',
});

/** Whether anything is filtered at all. */
export const isFiltered = ({ text, app, decision }: RunFilter): boolean => text !== '' || app !== '' || decision !== '';

/** Whether a run is among those of a filter; the text is looked for in its labels and its id. */
export function matchesRun({ run, appId, decision }: ListedRun, filter: RunFilter): boolean {
  const made = decision === undefined || !decision.conclusive ? 'none' : decision.decision;
  const texts = [...Object.values(run.labels), run.workflow_run_id].map((text) => text.toLowerCase());
  return (
    (filter.app === '' || filter.app === appId) &&
    (filter.decision === '' || filter.decision === made) &&
    texts.some((text) => text.includes(filter.text.toLowerCase()))
  );
}

/** The form above a list of runs. `apps`: those that can be chosen. */
export const runFilterForm = ({ text, app, decision }: RunFilter, action: string, apps: readonly string[]): Html =>
  html`<form class="filter" role="search" aria-label="Evaluations" action="${action}">
<label class="search"><span class="hidden">Search</span><input type="search" name="text" value="${text}" placeholder="Search by build, commit, branch or label"></label>
<label><span class="hidden">Application</span><select name="app"><option value="">All applications</option>${apps.map((one) => html`<option value="${one}"${one === app && html` selected`}>${visibleText(one)}</option>`)}</select></label>
<label><span class="hidden">Decision</span><select name="decision">${DECISIONS.map(([value, name]) => html`<option value="${value}"${value === decision && html` selected`}>${name}</option>`)}</select></label>
<button>Apply</button></form>`;
