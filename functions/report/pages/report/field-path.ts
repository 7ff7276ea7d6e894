import { html } from 'hono/html';
import { isNodeKind, type Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { cutText, short } from '../../../platform/pages-shell/words.ts';

/** Longer paths are cut at their beginning; the last name always shows. */
const MAX_WHOLE = 30;
const MAX_LAST = 40;
const MAX_TITLE = 400;

/** What differs, in one word or path: `status` for a status, a field by its path. */
export const fieldText = (kind: Kind, subject: string): string =>
  /^\d{3}$/.test(subject) && !isNodeKind(kind) ? 'status' : subject;

/** The field of a finding, and how many others it has. */
export function fieldPath(kind: Kind, subjects: readonly string[]): Html {
  const [subject = ''] = subjects;
  const text = fieldText(kind, subject);
  const isCall = kind === 'FEWER_CALLS' || kind === 'MORE_CALLS';
  const noun = `${isCall ? 'call' : 'field'}${subjects.length === 2 ? '' : 's'}`;
  const more = subjects.length > 1 && html` <span class="muted nowrap">+${subjects.length - 1} ${noun}</span>`;
  const at = isCall ? -1 : lastNameAt(kind, text);
  if (text.length <= MAX_WHOLE || at <= 0 || text.length - at > MAX_LAST)
    return html`<span class="mono">${short(text, 80, 'ltr')}${more}</span>`;
  return html`<span class="path mono" title="${visibleText(cutText(text, MAX_TITLE))}"><span>${visible(text.slice(0, at), 'ltr')}</span><span>${visible(text.slice(at), 'ltr')}${more}</span></span>`;
}

/** Where the last name begins; of a call, the path of its parameter stands after the statement. */
const lastNameAt = (kind: Kind, text: string): number =>
  kind === 'CALL_PARAMETERS' ? text.lastIndexOf(' ') : Math.max(text.lastIndexOf('.'), text.lastIndexOf("['"));
