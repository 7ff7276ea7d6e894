import { html } from 'hono/html';
import { isNodeKind, type Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { counted, cutText, short } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';

/** Longer paths are cut at their beginning; the last name always shows. */
const MAX_WHOLE = 30;
const MAX_LAST = 40;
const MAX_TITLE = 400;

/** What differs, in one word or path: `status` for a status, a field by its path. */
export const fieldText = (kind: Kind, subject: string): string =>
  /^\d{3}$/.test(subject) && !isNodeKind(kind) ? 'status' : subject;

/**
 * Maximum fields that the line of a finding names: more never need action together (MANY_FIELDS). Its page names every
 * one.
 */
const MAX_NAMED = 20;
/** Maximum names of all lines of a page. */
const MAX_NAMES = 100;

/** How many fields each line of a page names: fewer if there are very many of them together. */
export function namedPerLine(lines: readonly { entry: { subjects: readonly string[] } }[]): number {
  const names = sumOf(lines, ({ entry: { subjects } }) => Math.min(MAX_NAMED, subjects.length));
  return names <= MAX_NAMES ? MAX_NAMED : Math.min(MAX_NAMED, Math.floor(MAX_NAMES / lines.length));
}

/** The fields of a finding, one below the other. */
export function fieldPath(kind: Kind, subjects: readonly string[], max = MAX_NAMED): Html {
  const isCall = kind === 'FEWER_CALLS' || kind === 'MORE_CALLS';
  const left = subjects.length - max;
  const [first = '', ...others] = subjects.slice(0, max);
  return html`${onePath(kind, first)}${others.map((one) => html`<div class="mono">${short(fieldText(kind, one), 80, 'ltr')}</div>`)}${
    left > 0 && html`<div class="muted">and ${counted(left, `other ${isCall ? 'call' : 'field'}`)}</div>`
  }`;
}

/** Parts of a cell, each on a line of its own. */
export const stacked = (parts: readonly Html[]): Html =>
  parts.length === 1 ? html`${parts}` : html`${parts.map((part) => html`<div>${part}</div>`)}`;

function onePath(kind: Kind, subject: string): Html {
  const text = fieldText(kind, subject);
  const isCall = kind === 'FEWER_CALLS' || kind === 'MORE_CALLS';
  const at = isCall ? -1 : lastNameAt(kind, text);
  if (text.length <= MAX_WHOLE || at <= 0 || text.length - at > MAX_LAST)
    return html`<span class="mono">${short(text, 80, 'ltr')}</span>`;
  return html`<span class="path mono" title="${visibleText(cutText(text, MAX_TITLE))}"><span>${visible(text.slice(0, at), 'ltr')}</span><span>${visible(text.slice(at), 'ltr')}</span></span>`;
}

/** Where the last name begins; of a call, the path of its parameter stands after the statement. */
const lastNameAt = (kind: Kind, text: string): number =>
  kind === 'CALL_PARAMETERS' ? text.lastIndexOf(' ') : Math.max(text.lastIndexOf('.'), text.lastIndexOf("['"));
