import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { counted, short } from '../../../../platform/pages-shell/texts.ts';
import { changedParts, type LinePart } from './changed-parts.ts';
import type { DiffWindow, ShownPart } from './diff-window.ts';
import { lineHtml } from './line-html.ts';
import type { ShownLine, ShownMove, ShownRow } from './shown-rows.ts';

export interface DiffTableOptions {
  view: 'split' | 'unified';
  /** The heads of both sides. */
  heads: readonly [Html, Html];
  /** The actions of a row that begins a difference. */
  actionsOf(row: ShownRow): Html | null;
  /** What follows the text of a row: a link to its place in the raw bodies. */
  moreOf(part: number): Html | null;
  /** Where the lines of a fold that is too large for the page are. */
  pathOf(at: number): string;
}

/** The rows of one page of the bodies, side by side or in one column. */
export function diffTable({ parts }: DiffWindow, options: DiffTableOptions): Html {
  const isSplit = options.view === 'split';
  const moves = movesOf(parts);
  const row = isSplit ? splitRow : unifiedRow;
  const body: Html[] = [];
  let open: Html[] = [];
  let isInDifference = false;
  const close = () => {
    if (open.length > 0) body.push(html`<tbody>${open}</tbody>`);
    open = [];
  };
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'row') {
      const isDifference = part.row.state === 'changed' || part.row.state === 'moved';
      const isStop = isDifference && (!isInDifference || part.row.difference !== null);
      open.push(row({ ...part, index, isStop, moves, options }));
      isInDifference = isDifference;
      continue;
    }
    close();
    isInDifference = false;
    body.push(
      html`<tbody class="fold"><tr><td colspan="${isSplit ? 4 : 3}">${foldHead(part, options)}</td></tr></tbody>`,
    );
    if (part.rows.length > 0)
      body.push(
        html`<tbody class="folded">${part.rows.map((one) => row({ row: one, index: null, isStop: false, moves, options }))}</tbody>`,
      );
  }
  close();
  const [recorded, replayed] = options.heads;
  return isSplit
    ? html`<table class="diff"><caption class="hidden">Response body, recorded and replayed side by side. Unchanged lines are folded.</caption><colgroup><col class="c-line"><col><col class="c-line"><col></colgroup><thead><tr><th colspan="2" scope="colgroup">${recorded}</th><th colspan="2" scope="colgroup">${replayed}</th></tr></thead>${body}</table>`
    : html`<table class="diff"><caption class="hidden">Response body, recorded and replayed lines in one column. Unchanged lines are folded.</caption><colgroup><col class="c-line"><col class="c-line"><col></colgroup><thead class="hidden"><tr><th scope="col">Recorded line</th><th scope="col">Replayed line</th><th scope="col">Text</th></tr></thead>${body}</table>`;
}

function foldHead(
  { at, lines, unchanged, ignored, fields, rows }: Extract<ShownPart, { kind: 'fold' }>,
  { pathOf }: DiffTableOptions,
): Html {
  const rest = lines - unchanged - ignored;
  const named = fields.map((field, index) => html`${index > 0 && ', '}<code>${short(field, 80, 'ltr')}</code>`);
  const parts = [
    unchanged > 0 && counted(unchanged, 'unchanged line'),
    ignored > 0 &&
      html`${counted(ignored, 'difference')} ignored by rules${fields.length > 0 && html`: ${named}${ignored > fields.length && ' …'}`}`,
    unchanged <= 0 && ignored === 0 && rest > 0 && counted(rest, 'more line'),
  ].filter((part) => part !== false);
  const text = parts.map((part, index) => html`${index > 0 && ', '}${part}`);
  return rows.length > 0
    ? html`<details><summary>${text}</summary></details>`
    : html`${text}, <a href="${pathOf(at)}">show them</a>`;
}

interface RowOptions {
  row: ShownRow;
  /** Position among the parts; null in a fold. */
  index: number | null;
  /** Where the buttons between differences stop. */
  isStop: boolean;
  moves: ReadonlySet<string>;
  options: DiffTableOptions;
}

/** The id of either place of an element that moved. */
const moveId = ({ id }: ShownMove, side: 'recorded' | 'replayed'): string => `m${id}${side === 'recorded' ? 'a' : 'b'}`;

/** The places of moved elements that are on this page, so that links lead nowhere else. */
const movesOf = (parts: readonly ShownPart[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap((part) =>
      part.kind === 'row' && part.row.move !== null && !part.row.move.isFree
        ? [moveId(part.row.move, part.row.recorded === null ? 'replayed' : 'recorded')]
        : [],
    ),
  );

function attributesOf({ row: { difference, move, recorded }, isStop, index }: RowOptions): {
  row: Html;
  anchor: Html | null;
} {
  const id = difference === null ? null : `d${difference}`;
  const own =
    move !== null && !move.isFree && index !== null ? moveId(move, recorded === null ? 'replayed' : 'recorded') : null;
  return {
    row: html`${(id ?? own) !== null && html` id="${id ?? own}"`}${isStop && html` data-difference tabindex="-1"`}`,
    anchor: id !== null && own !== null ? html`<span id="${own}"></span>` : null,
  };
}

/** What stands after the text of a row: where it moved, and the way to its whole value; then its actions. */
function beside({ row, index, isStop, moves, options }: RowOptions): { after: Html; actions: Html | null } {
  return {
    actions: isStop || row.difference !== null ? options.actionsOf(row) : null,
    after: html`${noteOf(row, moves)}${row.state === 'ignored' && row.isFirst && html`<span class="note">ignored</span>`}${index !== null && options.moreOf(index)}`,
  };
}

function splitRow(one: RowOptions): Html {
  const { recorded, replayed } = one.row;
  const [left, right] = partsOf(one.row);
  const attributes = attributesOf(one);
  const { after, actions } = beside(one);
  const cells = (side: 'recorded' | 'replayed', line: ShownLine | null, text: (line: ShownLine) => Html) => {
    if (line === null) return html`<td class="line void"></td><td class="code void"></td>`;
    const isBeside = side === 'replayed' || replayed === null;
    const name = classOf(one.row, side);
    return html`<td class="line${name}">${line.number}</td><td class="code${name}">${isBeside && attributes.anchor}${text(line)}${isBeside && html`${after}${actions}`}</td>`;
  };
  return html`<tr class="${one.row.state === 'same' && 'same '}pair"${attributes.row}>${cells('recorded', recorded, (line) => lineHtml(line, 'del', left))}${cells('replayed', replayed, (line) => lineHtml(line, 'ins', right))}</tr>`;
}

/** The recorded line, then the replayed one; an unchanged line once. */
function unifiedRow(one: RowOptions): Html {
  const { row } = one;
  const { recorded, replayed } = row;
  const [left, right] = partsOf(row);
  const attributes = attributesOf(one);
  const { after, actions } = beside(one);
  const line = (side: 'recorded' | 'replayed' | 'both', text: Html, isFirst: boolean, isLast: boolean) => {
    const name = classOf(row, side);
    return html`<tr class="pair one"${isFirst && attributes.row}><td class="line${name}">${side !== 'replayed' && recorded?.number}</td><td class="line${name}">${side !== 'recorded' && replayed?.number}</td><td class="code${name}">${isFirst && attributes.anchor}${text}${isLast && after}${isFirst && actions}</td></tr>`;
  };
  if (row.state === 'same' && recorded && replayed) return line('both', lineHtml(replayed, 'ins', null), true, true);
  return html`${recorded && line('recorded', lineHtml(recorded, 'del', left), true, replayed === null)}${replayed && line('replayed', lineHtml(replayed, 'ins', right), recorded === null, true)}`;
}

/** The class of a side's cells, with a space before it. */
function classOf({ state }: ShownRow, side: 'recorded' | 'replayed' | 'both'): string {
  if (state === 'moved') return ' moved';
  if (state !== 'changed' || side === 'both') return '';
  return side === 'recorded' ? ' was' : ' now';
}

/** The values of a changed row in pieces. Null where a side stands alone: all of it is new or gone. */
function partsOf({ state, recorded, replayed, against }: ShownRow): [LinePart[] | null, LinePart[] | null] {
  const [a, b] = [recorded?.text ?? against, replayed?.text ?? against];
  if (
    state === 'same' ||
    state === 'moved' ||
    a === null ||
    b === null ||
    (a === b && recorded?.label === replayed?.label)
  )
    return [null, null];
  const isText = [recorded, replayed].every(
    (line) => line === null || line.colour === 's' || (line.colour === null && line.label === ''),
  );
  return isText ? changedParts(a, b) : [[{ text: a, isChanged: true }], [{ text: b, isChanged: true }]];
}

/** Where an element moved, with a link to its other place if that is on this page. */
function noteOf({ move, recorded }: ShownRow, moves: ReadonlySet<string>): Html | null {
  if (move === null) return null;
  const text = `moved from ${move.from} to ${move.to}`;
  const other = moveId(move, recorded === null ? 'recorded' : 'replayed');
  const key = move.key !== null && html`, key ${short(move.key, 120, 'ltr')}`;
  return html`<span class="note">${!move.isFree && moves.has(other) ? html`<a href="#${other}">${text}</a>` : text}${key}${move.isFree && ', order not compared'}</span>`;
}
