import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { visible, visibleText } from './visible-text.ts';

/** One side of a change: a value as text, or a word in place of one (`missing`, `absent`, `no call`). */
export type ChangeSide = { value: string } | { word: string };

/** Characters kept around the place where two values part. */
const CONTEXT = 20;

/**
 * A recorded value and the replayed one. Long values are cut to where they part; the whole ones are in `title`.
 */
export function change(recorded: ChangeSide, replayed: ChangeSide): Html {
  const parts =
    'value' in recorded && 'value' in replayed ? partingParts(recorded.value, replayed.value) : [null, null];
  return html`<span class="change">${sideOf('del', recorded, parts[0])}<span role="img" aria-label="became">→</span>${sideOf('ins', replayed, parts[1])}</span>`;
}

function sideOf(tag: 'del' | 'ins', side: ChangeSide, part: string | null): Html {
  if ('word' in side)
    return tag === 'del' ? html`<del class="none">${side.word}</del>` : html`<ins class="none">${side.word}</ins>`;
  const shown = part ?? cutAround(side.value, 0);
  const title = shown === side.value ? null : html` title="${visibleText(side.value.slice(0, MAX_TITLE))}"`;
  return tag === 'del'
    ? html`<del${title}>${visible(shown, 'ltr')}</del>`
    : html`<ins${title}>${visible(shown, 'ltr')}</ins>`;
}

/** Longer values are not repeated whole in an attribute. */
const MAX_TITLE = 400;

/** Both values, cut to the same place. */
function partingParts(recorded: string, replayed: string): [string, string] {
  let at = 0;
  while (at < recorded.length && recorded[at] === replayed[at]) at++;
  return [cutAround(recorded, at), cutAround(replayed, at)];
}

function cutAround(text: string, at: number): string {
  if (text.length <= 2 * CONTEXT) return text;
  const from = Math.max(0, Math.min(at - CONTEXT / 2, text.length - 2 * CONTEXT));
  const cut = text.slice(from, from + 2 * CONTEXT).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + 2 * CONTEXT < text.length ? '…' : ''}`;
}
