import { html } from 'hono/html';
import type { Group } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { FindingRow } from '../../domain/finding-rows.ts';
import type { ExpectedPart } from './expect/expected-group.ts';
import { THREE_HEADS } from './two-builds/three-values.ts';

/** Maximum findings of a page. */
export const MAX_FINDINGS = 50;

/** Endpoints and failing requests of a group. */
export interface GroupTotals {
  findings: number;
  endpoints: number;
  requests: number;
}

export interface FindingsTable {
  rows: readonly FindingRow[];
  /** The row whose requests were marked as expected just now: it stays, and counts no more. */
  expected: string | undefined;
  /** Index of the first row of this page. */
  from: number;
  totals: Readonly<Record<Group, GroupTotals>>;
  rowOf(row: FindingRow, index: number): Html;
  /** The address of the page that begins at a row. */
  pathFrom(index: number): string;
  /** What stands in place of findings; null if nothing does. */
  empty: string | null;
  covered: ExpectedPart | null;
  /** Endpoints over the limit of latency, in a group of their own; null if none is. */
  slower: Html | null;
  /** The running build answers on the left side. */
  isBesideRunningBuild: boolean;
}

const valueHeads = (isBesideRunningBuild: boolean): readonly string[] =>
  isBesideRunningBuild ? THREE_HEADS : ['Recorded → replayed'];

/** Columns of the table: six, and those of values. */
export const findingColumns = (isBesideRunningBuild: boolean): number => 6 + valueHeads(isBesideRunningBuild).length;

const TITLES: Readonly<Record<Group, string>> = { needsAction: 'Needs action', toReview: 'To review' };

/** The findings of a run in one table, by severity and affected requests. */
export function findingsTable({
  rows,
  expected,
  from,
  totals,
  rowOf,
  pathFrom,
  empty,
  covered,
  slower,
  isBesideRunningBuild,
}: FindingsTable): Html {
  const heads = valueHeads(isBesideRunningBuild);
  const start = from < rows.length ? from : 0;
  const shown = rows.slice(start, start + MAX_FINDINGS);
  const counting = rows.filter(({ id }) => id !== expected).length;
  return html`<div id="finding-list">${shown.length === 0 && slower === null && empty !== null && html`<p class="panel empty">${empty}</p>`}${
    (shown.length > 0 || covered !== null || slower !== null) &&
    html`<div class="panel scroll" tabindex="0" role="region" aria-label="Findings"><table class="findings cards${isBesideRunningBuild && ' three-way'}" id="findings">
<caption class="hidden">${counted(counting, 'finding')}${counting < rows.length && ' and 1 marked as expected'}, by severity and affected requests</caption>
<colgroup><col class="c-twist"><col class="c-kind"><col>${heads.map(() => html`<col${isBesideRunningBuild && html` class="c-value"`}>`)}<col class="c-endpoint"><col class="c-count"><col class="c-actions"></colgroup>
<thead><tr><th scope="col"><span class="hidden">Details</span></th><th scope="col">Finding</th><th scope="col">Field</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}<th scope="col">Endpoint</th><th scope="col">Requests</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
${(['needsAction', 'toReview'] as const).map((group) => {
  const ofGroup = shown.filter((row) => row.group === group);
  return ofGroup.length === 0
    ? null
    : html`<tbody>${groupRow(group, totals[group], findingColumns(isBesideRunningBuild))}${ofGroup.map((row) => rowOf(row, shown.indexOf(row)))}</tbody>`;
})}${slower}${covered?.group}</table>${covered?.foot}</div>`
  }${rows.length > MAX_FINDINGS && pages(start, rows.length, pathFrom)}</div>`;
}

const groupRow = (group: Group, { findings, endpoints, requests }: GroupTotals, columns: number): Html =>
  html`<tr class="group"><th colspan="${columns}" scope="rowgroup">${TITLES[group]} <span class="count">${count(findings)}</span> <span class="small muted">${counted(endpoints, 'endpoint')}, ${counted(requests, 'request')}</span></th></tr>
`;

function pages(from: number, total: number, pathFrom: FindingsTable['pathFrom']): Html {
  const link = (start: number, text: string) =>
    html`<a class="button tiny" href="${pathFrom(start)}#findings">${text}</a>`;
  return html`<nav class="row block" aria-label="Findings, pages"><span class="small muted">${count(from + 1)} to ${count(Math.min(total, from + MAX_FINDINGS))} of ${count(total)}</span>${
    from > 0 && link(Math.max(0, from - MAX_FINDINGS), 'Previous')
  }${from + MAX_FINDINGS < total && link(from + MAX_FINDINGS, 'Next')}</nav>`;
}
