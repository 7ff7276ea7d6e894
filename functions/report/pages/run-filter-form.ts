import { html } from 'hono/html';
import { STATE_LABELS } from '../../findings/domain/state-labels.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { visibleText } from '../../platform/pages-shell/visible-text.ts';
import type { Run } from '../../replay/service/runs-of.ts';
import type { RunFilter } from '../domain/run-filter.ts';
import { RunState } from '../domain/run-state.ts';
import { MAX_RUNS_READ } from '../service/filtered-runs.ts';

/** Filters a list of runs by branch and state. Branches of the listed runs are suggested. */
export const runFilterForm = ({ branch, state }: RunFilter, runs: readonly Run[]): Html =>
  html`<form class="filter" role="search" aria-label="Runs"><label class="search"><span class="hidden">Branch</span><input type="search" name="branch" value="${branch ?? ''}" placeholder="Branch" list="branches"></label><datalist id="branches">${branchesOf(runs).map((one) => html`<option value="${one}">`)}</datalist>
<label><span class="hidden">State</span><select name="state"><option value="">All states</option>${RunState.options.map((one) => html`<option value="${one}"${one === state && html` selected`}>${STATE_LABELS[one].name}</option>`)}</select></label><button>Apply</button></form>`;

/** A branch with invisible characters is left out, since it could be mistaken for another. */
const branchesOf = (runs: readonly Run[]): string[] =>
  [...new Set(runs.flatMap(({ plan }) => plan.build?.branch ?? []))].filter((one) => visibleText(one) === one).sort();

/** What stands in place of a list without runs. `next`: whether older runs can be searched. */
export const noRuns = ({ branch, state }: RunFilter, next: string | null): string =>
  branch === null && state === null
    ? 'No run yet'
    : next === null
      ? 'No run matches the filter'
      : `None of the newest ${MAX_RUNS_READ.toLocaleString('en-US')} runs match the filter; the next page has older ones`;
