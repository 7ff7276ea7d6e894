import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { byteSize } from '../../../platform/pages-shell/byte-size.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { withQuery } from '../report-links.ts';
import type { RawLocation } from './bodies.ts';
import { diffTable } from './diff/diff-table.ts';
import type { ShownRow } from './diff/shown-rows.ts';
import type { ShownBodies, ShownPart } from './shown-bodies.ts';

/** How the bodies are shown. */
const VIEWS = ['split', 'unified', 'raw'] as const;
export type View = (typeof VIEWS)[number];

/** The requested part of the bodies. */
export interface BodyView extends Pick<ShownPart, 'isUnfolded' | 'from' | 'replayedFrom'> {
  view: View;
  /** Path of this page. */
  path: string;
  /** What is said of the times of both sides. */
  heads: readonly [Html, Html];
  /** What differs, in a few words. */
  summary: Html | string;
  sizes: readonly [number, number];
  actionsOf(row: ShownRow): Html | null;
}

const VIEW_NAMES: Readonly<Record<View, string>> = { split: 'Split', unified: 'Unified', raw: 'Raw' };

/** Both bodies: what differs with the lines beside it, the rest folded. Or the raw bodies, one piece at a time. */
export function bodySection(bodies: ShownBodies, view: BodyView): Html {
  const link = (query: Parameters<typeof withQuery>[1]) => `${withQuery(view.path, query)}#body`;
  const own = view.view === 'split' ? {} : { view: view.view };
  const views = VIEWS.map(
    (one) =>
      html`<a class="button tiny" href="${link(one === 'split' ? {} : { view: one })}"${one === view.view && html` aria-current="true"`}>${VIEW_NAMES[one]}</a>`,
  );
  const fold = view.isUnfolded
    ? html`<a class="button tiny" href="${link({ ...own, from: view.from })}">Fold</a>`
    : html`<a class="button tiny" href="${link({ ...own, fold: 'none' })}">Unfold all</a>`;
  const [recorded, replayed] = view.sizes;
  const sizes = recorded === replayed ? byteSize(recorded) : `${byteSize(recorded)} → ${byteSize(replayed)}`;
  return html`<section class="panel" aria-labelledby="body"><div class="panel-head"><h2 id="body">Response body</h2><span class="small muted">${view.summary}, ${sizes}</span>${
    bodies.kind !== 'none' &&
    html`<div class="push row"><span class="join" role="group" aria-label="View">${views}</span>${bodies.kind === 'rows' && (view.isUnfolded || hasFolds(bodies)) && fold}</div>`
  }</div>${content(bodies, view, link)}</section>`;
}

type Link = (query: Parameters<typeof withQuery>[1]) => string;

function content(bodies: ShownBodies, view: BodyView, link: Link): Html {
  switch (bodies.kind) {
    case 'none':
      return html`<p class="pad empty">No side has a body</p>`;
    case 'raw':
      return raw(bodies, view);
    case 'rows':
      return rows(bodies, view, link);
    case 'no text':
      return html`<p class="pad">At least one side is not text. <a href="${link({ view: 'raw' })}">Show the bytes</a></p>`;
  }
}

/** Whether something is folded, on this page or perhaps on another. */
const hasFolds = ({ window: { parts, previous, next } }: Extract<ShownBodies, { kind: 'rows' }>): boolean =>
  previous !== null || next !== null || parts.some(({ kind }) => kind === 'fold');

/** Path of the raw view at a position. */
export const rawPath = (path: string, { from, replayedFrom }: RawLocation): string =>
  `${withQuery(path, { view: 'raw', from, ...(replayedFrom !== from && { replayedFrom }) })}#body`;

function rows({ window, raw: locations }: Extract<ShownBodies, { kind: 'rows' }>, view: BodyView, link: Link): Html {
  const own = { ...(view.view === 'unified' && { view: view.view }) };
  const folded = { ...own, ...(view.isUnfolded && { fold: 'none' }) };
  const { previous, next } = window;
  const table = diffTable(window, {
    view: view.view === 'unified' ? 'unified' : 'split',
    heads: view.heads,
    actionsOf: view.actionsOf,
    moreOf: (part) => {
      const location = locations[part];
      return location ? html`<a class="note" href="${rawPath(view.path, location)}">whole value</a>` : null;
    },
    pathOf: (at) => link({ ...own, fold: 'none', from: at }),
  });
  return html`${window.parts.length === 0 ? html`<p class="pad empty">Nothing is left to show</p>` : table}${
    (previous !== null || next !== null) &&
    html`<nav class="panel-foot row" aria-label="Response body, pages">${previous !== null && html`<a class="button tiny" rel="prev" href="${link({ ...folded, from: previous })}">Previous lines</a>`}${next !== null && html`<a class="button tiny" rel="next" data-more href="${link({ ...folded, from: next })}">Next lines</a>`}</nav>`
  }`;
}

function raw({ slices: [recorded, replayed], max }: Extract<ShownBodies, { kind: 'raw' }>, view: BodyView): Html {
  const starts = [view.from, view.replayedFrom ?? view.from];
  const link = (by: number, text: string) => {
    const [from, replayedFrom] = starts.map((start) => Math.max(0, start + by));
    return html`<a class="button tiny" href="${rawPath(view.path, { from: from ?? 0, replayedFrom: replayedFrom ?? 0 })}">${text}</a>`;
  };
  const [hasPrevious, hasNext] = [
    [recorded, replayed].some(({ previous }) => previous !== null),
    [recorded, replayed].some(({ next }) => next !== null),
  ];
  return html`<div class="columns pad"><div><h3>Recorded</h3><pre tabindex="0" role="group" aria-label="Recorded body">${visible(recorded.text, 'ltr')}</pre></div><div><h3>Replayed</h3><pre tabindex="0" role="group" aria-label="Replayed body">${visible(replayed.text, 'ltr')}</pre></div></div>
${(hasPrevious || hasNext) && html`<nav class="panel-foot row" aria-label="Response body, pieces">${hasPrevious && link(-max, 'Previous piece')}${hasNext && link(max, 'Next piece')}</nav>`}`;
}
