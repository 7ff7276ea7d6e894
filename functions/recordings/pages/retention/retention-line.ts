import { html } from 'hono/html';
import { noteText } from '../../../applications/pages/parts/note-text.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { RESET_FORM, type RetentionView } from './retention-view.ts';

/** A setting of the retention on its page. */
export interface RetentionLine {
  name: 'caseHours' | 'planDays';
  label: string;
  unit: string;
  help(max: string): string;
}

/** A number of the retention: its control, and whether it has its default. */
export function retentionLine(view: RetentionView, { name, label, unit, help }: RetentionLine): Html {
  const { request, stored, max, form, errors } = view;
  const mayWrite = request.may('write');
  const error = errors[name];
  const shown = String(stored[name] || max[name]);
  const control = html`<span class="row"><input id="${name}" name="${name}" inputmode="numeric" value="${shownValue(form, name, shown)}" aria-describedby="${name}-hint${error !== undefined && ` ${name}-error`}"${error !== undefined && html` aria-invalid="true"`}> <span class="small muted">${unit}s</span></span>`;
  return html`<div class="setting"><div>${mayWrite ? html`<label for="${name}">${label}</label>` : html`<strong>${label}</strong>`}<p class="small muted" id="${name}-hint">${help(counted(max[name], unit))}</p></div>
<div>${mayWrite ? control : html`<p>${counted(stored[name] || max[name], unit)}</p>`}${error !== undefined && html`<p class="error" id="${name}-error">${visible(error)}</p>`}${stateOf(view, { name, label })}</div></div>`;
}

function stateOf(
  { request, stored, max, notes, form, now }: RetentionView,
  { name, label }: Pick<RetentionLine, 'name' | 'label'>,
): Html {
  const shown = String(stored[name] || max[name]);
  if (form !== null && shownValue(form, name, shown) !== shown)
    return html`<p class="small muted">Default: ${count(max[name])}. Not saved yet</p>`;
  if (stored[name] === 0) return html`<p class="small muted">Default</p>`;
  const note = notes[name];
  return html`<p class="small changed">Changed, default ${count(max[name])}.${note && html` ${noteText(note, now)}`}${request.may('write') && html` <button class="link" form="${RESET_FORM}" name="reset" value="${name}">Reset<span class="hidden"> ${label}</span></button>`}</p>`;
}
