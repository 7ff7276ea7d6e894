import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { visible, visibleText } from './visible-text.ts';

/** The CSRF token field of every form. */
export const csrfField = ({ csrf }: Pick<PageRequest, 'csrf'>): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A form of one button that changes something; links never do. */
export const actionForm = (
  request: Pick<PageRequest, 'csrf'>,
  action: string,
  text: string | Html,
  {
    fields = {},
    danger = false,
    look = 'tiny',
    confirm,
    isInPlace = false,
  }: {
    fields?: Readonly<Record<string, string>>;
    danger?: boolean;
    look?: 'tiny' | 'button' | 'primary';
    confirm?: string;
    /** With scripts the page stays, and only rows that change are replaced. */
    isInPlace?: boolean;
  } = {},
): Html =>
  html`<form class="inline" method="post" action="${action}"${isInPlace && html` data-in-place`}${confirm && html` data-confirm="${visibleText(confirm)}"`}>${csrfField(request)}${Object.entries(
    fields,
  ).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${look}${danger && ' danger'}">${text}</button></form>`;

export interface FieldOptions {
  name: string;
  label: string;
  value?: string;
  hint?: string | Html;
  /** Why the input is invalid; shown beside the field. */
  error?: string | null;
  type?: 'text' | 'email' | 'url' | 'number' | 'password' | 'datetime-local' | 'search';
  required?: boolean;
  /** False for a field that some choices need, and others do not: it has no mark as optional. */
  isOptional?: false;
  autocomplete?: string;
  inputmode?: string;
  maxlength?: number;
  placeholder?: string;
  /** What a number counts, such as seconds. */
  unit?: string;
  /** Number of rows of a multi-line field. */
  rows?: number;
  /**
   * Suggested values; `text` describes one. A value with invisible characters is omitted, since it could be mistaken
   * for another.
   */
  list?: readonly (string | { value: string; text: string })[];
}

/** Whether a suggested value is entirely visible. */
const isSeen = (one: string | { value: string }): boolean => {
  const value = typeof one === 'string' ? one : one.value;
  return visibleText(value) === value;
};

/** A labelled field; its hint and its error are announced with it. */
export function field(options: FieldOptions): Html {
  const { name, label, value = '', hint, error, rows, list, unit } = options;
  const about = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const common = html`id="${name}" name="${name}"${about && html` aria-describedby="${about}"`}${error && html` aria-invalid="true"`}${options.required && html` required`}${options.maxlength && html` maxlength="${options.maxlength}"`}${options.placeholder && html` placeholder="${options.placeholder}"`}`;
  return html`<div class="field${error && ' wrong'}"><label for="${name}">${label}${!options.required && options.isOptional !== false && html` <span class="muted">(optional)</span>`}</label>
${hint && html`<p class="small muted" id="${name}-hint">${shownText(hint)}</p>`}
${
  rows === undefined
    ? withUnit(
        html`<input type="${options.type ?? 'text'}" ${common} value="${value}"${options.autocomplete && html` autocomplete="${options.autocomplete}"`}${options.inputmode && html` inputmode="${options.inputmode}"`}${list && html` list="${name}-list"`}>`,
        unit,
      )
    : html`<textarea rows="${rows}" spellcheck="false" ${common}>${value}</textarea>`
}${list && html`<datalist id="${name}-list">${list.filter(isSeen).map((one) => (typeof one === 'string' ? html`<option value="${one}">` : html`<option value="${one.value}">${visibleText(one.text)}</option>`))}</datalist>`}
${error && html`<p class="error" id="${name}-error">${visible(error)}</p>`}</div>`;
}

const withUnit = (input: Html, unit: string | undefined): Html =>
  unit === undefined ? input : html`<span class="row">${input} <span class="small muted">${unit}</span></span>`;

/** A labelled single choice. */
export const choice = ({
  name,
  label,
  value,
  options,
  hint,
  error,
}: Pick<FieldOptions, 'name' | 'label' | 'value' | 'hint' | 'error'> & {
  options: readonly (readonly [value: string, text: string])[];
}): Html => {
  const about = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field${error && ' wrong'}"><label for="${name}">${label}</label>
${hint && html`<p class="small muted" id="${name}-hint">${shownText(hint)}</p>`}
<select id="${name}" name="${name}"${about && html` aria-describedby="${about}"`}${error && html` aria-invalid="true"`}>${options.map(
    ([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${visibleText(text)}</option>`,
  )}</select>
${error && html`<p class="error" id="${name}-error">${visible(error)}</p>`}</div>`;
};

/** A labelled checkbox. */
export const checkbox = (name: string, label: string | Html, on: boolean, value = 'on', id = name): Html =>
  html`<div class="field tick"><input type="checkbox" id="${id}" name="${name}" value="${value}"${on && html` checked`}><label for="${id}">${label}</label></div>`;

/** The confirmation for the `done` parameter of the URL; null if it is unknown. */
export function noticeOf(texts: Readonly<Record<string, string>>, query: URLSearchParams): Html | null {
  const done = query.get('done') ?? '';
  return Object.hasOwn(texts, done) ? notice(texts[done]) : null;
}

/** The result of a form, announced when the page opens. */
export const notice = (text: string | Html | null | undefined, kind: 'good' | 'bad' | 'info' = 'good'): Html | null =>
  text
    ? html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${shownText(text)}</div>`
    : null;

/** Our own message may quote external text. */
const shownText = (text: string | Html) => (typeof text === 'string' ? visible(text) : text);
