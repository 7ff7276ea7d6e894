import { html } from 'hono/html';
import { bodyForms } from '../../domain/compare/compare-bodies.ts';
import { type CompareRule, compileRules } from '../../domain/compare/rules.ts';
import { answerOf } from '../../domain/findings/case-outcome.ts';
import type { RecordedResponse } from '../../domain/recordings/recorded-case.ts';
import type { Html } from '../../http/page-route.ts';
import { visible } from '../visible-text.ts';
import { count, counted } from '../words.ts';
import { type DiffRow, type Line, rowsOf } from './diff-row.ts';
import { jsonRows, oneSidedRows } from './json-rows.ts';
import { hexLines, rawSlice } from './raw-slice.ts';
import { withQuery } from './report-links.ts';
import { textRows } from './text-rows.ts';

/** Rows of the side-by-side view on one page. */
const MOST_ROWS = 200;

/** What of the bodies is asked for. */
export interface BodyView {
  isRaw: boolean;
  /** First row, or first character of the raw view. */
  from: number;
  /** Path of this page. */
  path: string;
}

/** What is known of a field that differs: where the list of differences tells of it, and whether a rule takes it out. */
export interface SubjectFacts {
  anchor: string;
  isIgnored: boolean;
}

const NOTHING: RecordedResponse = { status: 0, headers: [], body: null, bodyEncoding: 'utf8' };

/** Both bodies beside each other: changed parts open, the rest folded; or as they came, a piece at a time. */
export function bodySection(
  sides: { recorded: RecordedResponse | null; replayed: RecordedResponse | null },
  { rules, operation }: { rules: readonly CompareRule[]; operation: string },
  factsOf: (subject: string) => SubjectFacts | null,
  view: BodyView,
): Html {
  const [a, b] = [answerOf(sides.recorded ?? NOTHING), answerOf(sides.replayed ?? NOTHING)];
  const sizes = html`<p class="faint">${counted(a.body.byteLength, 'byte')} recorded, ${counted(b.body.byteLength, 'byte')} replayed.</p>`;
  const tabs = html`<nav class="tabs" aria-label="How to show the bodies"><ul><li><a href="${view.path}#body"${!view.isRaw && html` aria-current="page"`}>Side by side</a></li><li><a href="${withQuery(view.path, { view: 'raw' })}#body"${view.isRaw && html` aria-current="page"`}>Raw</a></li></ul></nav>`;
  const content = () => {
    if (a.body.byteLength === 0 && b.body.byteLength === 0) return html`<p class="empty">No side has a body.</p>`;
    const { tapes, texts } = bodyForms(bodyOf(a), bodyOf(b));
    if (view.isRaw) return raw(texts, [a.body, b.body], view);
    if (tapes !== null) return sideBySide(jsonRows(...tapes, compileRules(rules, operation).states), factsOf, view);
    const only = a.body.byteLength === 0 ? b : b.body.byteLength === 0 ? a : null;
    const [tape] = (only && bodyForms(bodyOf(only), bodyOf(only)).tapes) ?? [];
    if (tape) return sideBySide(oneSidedRows(tape, only === a ? 'recorded' : 'replayed'), factsOf, view);
    if (texts !== null) return sideBySide(textRows(...texts), factsOf, view);
    return html`<p>At least one side is no text: <a href="${withQuery(view.path, { view: 'raw' })}#body">look at the bytes</a>.</p>`;
  };
  return html`<section aria-labelledby="body"><h2 id="body">Response body</h2>${tabs}${sizes}${content()}</section>`;
}

const bodyOf = ({ headers, body }: ReturnType<typeof answerOf>) => ({
  contentType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  bytes: body,
});

function sideBySide(rows: Iterable<DiffRow>, factsOf: (subject: string) => SubjectFacts | null, view: BodyView): Html {
  const { rows: shown, more } = rowsOf(rows, view.from, MOST_ROWS);
  const link = (from: number, text: string) =>
    html`<a class="button small" href="${withQuery(view.path, { from })}#body">${text}</a>`;
  return html`<div class="scroll"><table class="diff"><caption class="visually-hidden">Recorded and replayed body side by side</caption><thead><tr><th scope="col">Recorded</th><th scope="col">Replayed</th></tr></thead><tbody>${shown.map((row) => diffRow(row, factsOf))}</tbody></table></div>
${
  (view.from > 0 || more) &&
  html`<nav class="row" aria-label="Body, pages">${view.from > 0 && link(Math.max(0, view.from - MOST_ROWS), 'Previous rows')}${more && link(view.from + MOST_ROWS, 'Next rows')}</nav>`
}`;
}

function diffRow(row: DiffRow, factsOf: (subject: string) => SubjectFacts | null): Html {
  if (row.kind === 'same') return html`<tr><td>${visible(text(row.line))}</td><td>${visible(text(row.line))}</td></tr>`;
  if (row.kind === 'fold') {
    const left = row.lines - row.shown.length;
    return html`<tr class="fold"><td colspan="2"><details><summary>${counted(row.lines, 'unchanged line')}</summary><div class="lines">${visible(row.shown.map(text).join('\n'))}${
      left > 0 &&
      html`
… and ${count(left)} more: the raw view has them all`
    }</div></details></td></tr>`;
  }
  const facts = row.subject === null ? null : factsOf(row.subject);
  const about = html`${row.note !== null && html` <span class="note">${row.note}</span>`}${facts !== null && html` <a class="note" href="#${facts.anchor}">${facts.isIgnored ? 'ignored by a rule' : 'listed above'}</a>`}`;
  const isMoved = row.note !== null && row.recorded?.text === row.replayed?.text;
  const side = (line: Line | null, tag: 'del' | 'ins') =>
    line === null
      ? html`<td class="none"></td>`
      : html`<td class="${isMoved ? 'moved' : tag === 'del' ? 'removed' : 'added'}">${tag === 'del' ? html`<del>${visible(text(line))}</del>` : html`<ins>${visible(text(line))}</ins>`}${tag === 'ins' || row.replayed === null ? about : null}</td>`;
  return html`<tr${facts?.isIgnored && html` class="ignored"`}>${side(row.recorded, 'del')}${side(row.replayed, 'ins')}</tr>`;
}

/** Indented by spaces that stay: no style is needed for it. */
const text = ({ depth, text: written }: Line): string => '  '.repeat(depth) + written;

function raw(texts: [string, string] | null, bytes: [Uint8Array, Uint8Array], view: BodyView): Html {
  const slices =
    texts === null ? bytes.map((one) => hexLines(one, view.from)) : texts.map((one) => rawSlice(one, view.from));
  const [recorded, replayed] = slices;
  const link = (from: number, words: string) =>
    html`<a class="button small" href="${withQuery(view.path, { view: 'raw', from })}#body">${words}</a>`;
  const next = Math.max(...slices.map((slice) => slice.next ?? 0));
  const previous = Math.max(...slices.map((slice) => slice.previous ?? -1));
  return html`<div class="columns"><div><h3>Recorded</h3><pre tabindex="0" role="group" aria-label="Recorded body">${visible(recorded?.text ?? '')}</pre></div><div><h3>Replayed</h3><pre tabindex="0" role="group" aria-label="Replayed body">${visible(replayed?.text ?? '')}</pre></div></div>
${(previous >= 0 || next > 0) && html`<nav class="row" aria-label="Body, pieces">${previous >= 0 && link(previous, 'Previous piece')}${next > 0 && link(next, 'Next piece')}</nav>`}`;
}
