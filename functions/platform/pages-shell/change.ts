import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { visible, visibleText } from './visible-text.ts';

/** One side of a change: a value as text, or a word in place of one (`missing`, `absent`, `no call`). */
export type ChangeSide = { value: string } | { word: string };

/** Characters of a value that are shown, where there is room. */
const MAX_SHOWN = 40;

/**
 * A recorded value and the replayed one. Long values are cut to where they part; the whole ones are in `title`. `room`:
 * characters of both where there is little; a short value leaves its room to the other.
 */
export function change(recorded: ChangeSide, replayed: ChangeSide, { room }: { room?: number } = {}): Html {
  const at = 'value' in recorded && 'value' in replayed ? partingAt(recorded.value, replayed.value) : 0;
  const roomBeside = (other: ChangeSide) =>
    room === undefined ? MAX_SHOWN : Math.max(room / 2, room - textOf(other).length);
  return html`<span class="change">${sideOf('del', recorded, at, roomBeside(replayed))}<span role="img" aria-label="became">→</span>${sideOf('ins', replayed, at, roomBeside(recorded))}</span>`;
}

const textOf = (side: ChangeSide): string => ('word' in side ? side.word : side.value);

function sideOf(tag: 'del' | 'ins', side: ChangeSide, at: number, room: number): Html {
  if ('word' in side)
    return tag === 'del' ? html`<del class="none">${side.word}</del>` : html`<ins class="none">${side.word}</ins>`;
  const shown = cutAround(side.value, at, room);
  const title = shown === side.value ? null : html` title="${visibleText(side.value.slice(0, MAX_TITLE))}"`;
  return tag === 'del'
    ? html`<del${title}>${visible(shown, 'ltr')}</del>`
    : html`<ins${title}>${visible(shown, 'ltr')}</ins>`;
}

/** Longer values are not repeated whole in an attribute. */
const MAX_TITLE = 400;

/** Where two values part. */
function partingAt(recorded: string, replayed: string): number {
  let at = 0;
  while (at < recorded.length && recorded[at] === replayed[at]) at++;
  return at;
}

/** A part of a text that contains a place, with a quarter of it before the place. */
function cutAround(text: string, at: number, room: number): string {
  if (text.length <= room) return text;
  const from = Math.max(0, Math.min(at - Math.floor(room / 4), text.length - room));
  const cut = text.slice(from, from + room).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + room < text.length ? '…' : ''}`;
}
