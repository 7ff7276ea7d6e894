import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { isoText } from '../time/iso-text.ts';
import { visible, visibleText } from './visible-text.ts';

/** A value as a cell shows it. */
export type Cell = Html | string | number | null | undefined | false;

export interface Column {
  /** Of the column, and of the cell on narrow screens. */
  name: string;
  /** `number` is right-aligned, `actions` contains buttons, `wide` takes a whole line on narrow screens. */
  as?: 'number' | 'time' | 'actions' | 'wide';
  /** False where cells speak for themselves on narrow screens. */
  isNamed?: false;
}

export interface TableOptions {
  id?: string;
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  /** Shown in place of a table without rows. */
  empty: string | Html;
  /** Above the rows, in the same panel. */
  head?: Html;
  /** Below the rows. */
  foot?: Html;
  /** It stands in a panel, below its head. */
  isInPanel?: true;
}

/** A table whose first cell is the heading of its row; on narrow screens every row is a small list. */
export const table = (options: TableOptions): Html => {
  const { id, caption, columns, rows, head, foot, isInPanel } = options;
  if (rows.length === 0) return emptyTable(options);
  return html`<div class="${!isInPanel && 'panel '}scroll" tabindex="0" role="group" aria-label="${visibleText(caption)}">${head}<table class="cards"${id && html` id="${id}"`}><caption class="hidden">${visible(caption)}</caption>
<thead><tr>${columns.map(
    ({ name, as }) =>
      html`<th scope="col"${as === 'number' && html` class="number"`}>${as === 'actions' ? html`<span class="hidden">${name}</span>` : name}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell, index) => cellOf(cell, columns[index], index === 0))}</tr>
`,
  )}</tbody></table>${foot}</div>`;
};

const emptyTable = ({ empty, head, isInPanel }: TableOptions): Html => {
  if (isInPanel) return html`<p class="pad muted">${empty}</p>`;
  return head === undefined
    ? html`<p class="panel empty">${empty}</p>`
    : html`<div class="panel">${head}<p class="empty">${empty}</p></div>`;
};

const shownValue = (value: Cell) => (typeof value === 'string' ? visible(value) : value);

const cellOf = (cell: Cell, column: Column | undefined, isHeading: boolean): Html => {
  const shown =
    cell === null || cell === undefined || cell === '' || cell === false
      ? html`<span class="muted">–</span>`
      : shownValue(cell);
  if (isHeading) return html`<th scope="row">${shown}</th>`;
  if (column?.as === 'actions') return html`<td class="actions">${shown}</td>`;
  return html`<td${column?.isNamed !== false && html` data-label="${column?.name}"`}${column?.as && html` class="${column.as}"`}>${shown}</td>`;
};

/** A time in UTC to the second, with the exact one in its attribute. */
export function time(at: number | null | undefined): Html | null {
  if (at === null || at === undefined) return null;
  const iso = isoText(at);
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

/** The link to the next page of a list. */
export function pager({ url }: Pick<PageRequest, 'url'>, next: string | null, name = 'cursor'): Html | null {
  const isFirst = !url.searchParams.has(name);
  if (next === null && isFirst) return null;
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(url.searchParams);
    query.delete(name);
    if (cursor !== null) query.set(name, cursor);
    return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
  };
  return html`<nav class="row" aria-label="Pages of this list">${!isFirst && html`<a class="button tiny" href="${to(null)}">First page</a>`}${
    next !== null && html`<a class="button tiny" href="${to(next)}" rel="next">Next page</a>`
  }</nav>`;
}

/** A list of facts by name. */
export const facts = (entries: readonly (readonly [name: string, value: Cell])[]): Html =>
  html`<dl class="pairs">${entries
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd>${shownValue(value)}</dd>`)}</dl>`;

/** Formats a share (0..1) in percent with one decimal, never rounded up: 100 % means all. Small shares have two. */
export function percent(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0 %' : '100 %';
  const decimals = share < 0.001 ? 2 : 1;
  const scale = 10 ** decimals;
  return `${(Math.floor(share * 100 * scale + 1e-9) / scale).toFixed(decimals)} %`;
}
