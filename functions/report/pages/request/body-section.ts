import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, counted } from '../../../platform/pages-shell/words.ts';
import { withQuery } from '../report-links.ts';
import type { RawPlace } from './bodies.ts';
import type { Line } from './diff-row.ts';
import { MAX_ROWS, type ShownBodies, type ShownCase, type ShownPart, type ShownRow } from './shown-case.ts';

/** The requested part of the bodies. */
export interface BodyView extends ShownPart {
  /** Path of this page. */
  path: string;
}

/** Facts of a field that differs: its place in the list of differences, and whether a rule ignores it. */
export interface SubjectFacts {
  anchor: string;
  isIgnored: boolean;
}

/** Both bodies side by side: changed parts expanded, the rest folded. Or the raw bodies, one piece at a time. */
export function bodySection(
  { bodies, sizes: [recorded, replayed] }: Pick<ShownCase, 'bodies' | 'sizes'>,
  factsOf: (subject: string) => SubjectFacts | null,
  view: BodyView,
): Html {
  const sizes = html`<p class="muted">${counted(recorded, 'byte')} recorded, ${counted(replayed, 'byte')} replayed.</p>`;
  const tabs = html`<nav class="tabs" aria-label="How to show the bodies"><ul><li><a href="${view.path}#body"${!view.isRaw && html` aria-current="page"`}>Side by side</a></li><li><a href="${withQuery(view.path, { view: 'raw' })}#body"${view.isRaw && html` aria-current="page"`}>Raw</a></li></ul></nav>`;
  return html`<section aria-labelledby="body"><h2 id="body">Response body</h2>${tabs}${sizes}${content(bodies, factsOf, view)}</section>`;
}

function content(bodies: ShownBodies, factsOf: (subject: string) => SubjectFacts | null, view: BodyView): Html {
  switch (bodies.kind) {
    case 'none':
      return html`<p class="empty">No side has a body.</p>`;
    case 'raw':
      return raw(bodies, view);
    case 'rows':
      return sideBySide(bodies, factsOf, view);
    case 'no text':
      return html`<p>At least one side is no text: <a href="${withQuery(view.path, { view: 'raw' })}#body">look at the bytes</a>.</p>`;
  }
}

/** Path of the raw view at a position. */
export const rawPath = (path: string, { from, replayedFrom }: RawPlace): string =>
  `${withQuery(path, { view: 'raw', from, ...(replayedFrom !== from && { replayedFrom }) })}#body`;

function sideBySide(
  { rows, more }: Extract<ShownBodies, { kind: 'rows' }>,
  factsOf: (subject: string) => SubjectFacts | null,
  view: BodyView,
): Html {
  const linkOf = (place: RawPlace): Html =>
    html` <a class="note" href="${rawPath(view.path, place)}">raw at this place</a>`;
  const link = (from: number, text: string) =>
    html`<a class="button tiny" href="${withQuery(view.path, { from })}#body">${text}</a>`;
  return html`<div class="scroll"><table class="diff"><caption class="hidden">Recorded and replayed body side by side</caption><thead><tr><th scope="col">Recorded</th><th scope="col">Replayed</th></tr></thead><tbody>${rows.map((row) => diffRow(row, factsOf, linkOf))}</tbody></table></div>
${
  (view.from > 0 || more) &&
  html`<nav class="row" aria-label="Body, pages">${view.from > 0 && link(Math.max(0, view.from - MAX_ROWS), 'Previous rows')}${more && link(view.from + MAX_ROWS, 'Next rows')}</nav>`
}`;
}

function diffRow(
  row: ShownRow,
  factsOf: (subject: string) => SubjectFacts | null,
  linkOf: (place: RawPlace) => Html,
): Html {
  if (row.kind === 'same')
    return html`<tr><td>${visible(text(row.line), 'ltr')}</td><td>${visible(text(row.line), 'ltr')}</td></tr>`;
  if (row.kind === 'fold') {
    const left = row.lines - row.shown.length;
    return html`<tr class="fold"><td colspan="2"><details><summary>${counted(row.lines, 'unchanged line')}</summary><div class="lines">${visible(row.shown.map(text).join('\n'), 'ltr')}${
      left > 0 &&
      html`
… and ${count(left)} more: the raw view has them all`
    }</div></details></td></tr>`;
  }
  const facts = row.subject === null ? null : factsOf(row.subject);
  const about = html`${row.note !== null && html` <span class="note">${row.note}</span>`}${facts !== null && html` <a class="note" href="#${facts.anchor}">${facts.isIgnored ? 'ignored by a rule' : 'listed above'}</a>`}${row.raw && linkOf(row.raw)}`;
  const isMoved = row.note !== null && row.recorded?.text === row.replayed?.text;
  const side = (line: Line | null, tag: 'del' | 'ins') =>
    line === null
      ? html`<td class="none"></td>`
      : html`<td class="${isMoved ? 'moved' : tag === 'del' ? 'removed' : 'added'}">${tag === 'del' ? html`<del>${visible(text(line), 'ltr')}</del>` : html`<ins>${visible(text(line), 'ltr')}</ins>`}${tag === 'ins' || row.replayed === null ? about : null}</td>`;
  return html`<tr${facts?.isIgnored && html` class="ignored"`}>${side(row.recorded, 'del')}${side(row.replayed, 'ins')}</tr>`;
}

/** Indented with non-collapsing spaces, which need no style. */
const text = ({ depth, text: written }: Line): string => '  '.repeat(depth) + written;

function raw({ slices: [recorded, replayed], max }: Extract<ShownBodies, { kind: 'raw' }>, view: BodyView): Html {
  const starts = [view.from, view.replayedFrom ?? view.from];
  const link = (by: number, words: string) => {
    const [from, replayedFrom] = starts.map((start) => Math.max(0, start + by));
    return html`<a class="button tiny" href="${rawPath(view.path, { from: from ?? 0, replayedFrom: replayedFrom ?? 0 })}">${words}</a>`;
  };
  const [hasPrevious, hasNext] = [
    [recorded, replayed].some(({ previous }) => previous !== null),
    [recorded, replayed].some(({ next }) => next !== null),
  ];
  return html`<div class="columns"><div><h3>Recorded</h3><pre tabindex="0" role="group" aria-label="Recorded body">${visible(recorded.text, 'ltr')}</pre></div><div><h3>Replayed</h3><pre tabindex="0" role="group" aria-label="Replayed body">${visible(replayed.text, 'ltr')}</pre></div></div>
${(hasPrevious || hasNext) && html`<nav class="row" aria-label="Body, pieces">${hasPrevious && link(-max, 'Previous piece')}${hasNext && link(max, 'Next piece')}</nav>`}`;
}
