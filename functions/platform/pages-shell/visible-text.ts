import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { INVISIBLE_CHARACTERS } from '../values/invisible-characters.ts';

/** Maximum marks in one text; further characters are escaped without one, so that no text makes a page large. */
const MAX_MARKS = 20;

const INVISIBLE = String.raw`(?:[[${INVISIBLE_CHARACTERS}]--[\t\n\r]]|\r(?!\n))+`;
/** Emoji contain joiners and selectors, which are visible as part of them. */
const PARTS = new RegExp(String.raw`(?=\p{Emoji})\p{RGI_Emoji}|(${INVISIBLE})`, 'gv');
const HAS_INVISIBLE = new RegExp(INVISIBLE, 'v');
/** Letters of right-to-left scripts, which reorder adjacent text. */
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Shows external text safely: invisible characters (controls, zero widths, direction marks, lone surrogates) are
 * escaped as `\u202e` and marked, and right-to-left text does not reorder anything beside it.
 * Fragments of a body have a fixed direction: `ltr`.
 */
export function visible(text: string, direction: 'auto' | 'ltr' = 'auto'): Html {
  const shown = HAS_INVISIBLE.test(text) ? html`${[...marked(text)]}` : text;
  return RIGHT_TO_LEFT.test(text)
    ? html`<bdi${direction === 'ltr' && html` dir="ltr"`}>${shown}</bdi>`
    : html`${shown}`;
}

/** Like `visible`, for places without markup: attributes, titles of pages and options. */
export const visibleText = (text: string): string =>
  HAS_INVISIBLE.test(text)
    ? text.replaceAll(PARTS, (part, unseen) => (unseen === undefined ? part : written(part)))
    : text;

function* marked(text: string): Generator<Html | string> {
  let end = 0;
  let marks = 0;
  for (const { 0: part, 1: unseen, index } of text.matchAll(PARTS)) {
    if (unseen === undefined) continue;
    if (marks++ === MAX_MARKS) {
      yield visibleText(text.slice(end));
      return;
    }
    yield text.slice(end, index);
    yield html`<span class="unseen" dir="ltr" title="${codesOf(part)}">${written(part)}</span>`;
    end = index + part.length;
  }
  yield text.slice(end);
}

/** `\u202e`, `\u{e0041}`. */
const written = (text: string): string =>
  [...text].map((one) => (codeOf(one).length > 4 ? `\\u{${codeOf(one)}}` : `\\u${codeOf(one)}`)).join('');

const codeOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

/** Code points of the first characters, shown as a tooltip. */
function codesOf(text: string): string {
  const codes = [...text].map((one) => `U+${codeOf(one).toUpperCase()}`);
  return codes.length > MAX_CODES ? `${codes.slice(0, MAX_CODES).join(' ')} …` : codes.join(' ');
}

const MAX_CODES = 4;
