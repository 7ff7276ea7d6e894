import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { MAX_REASON_LENGTH } from '../../domain/changes/change-reason.ts';

/** What the reason is called on pages and in messages. */
export const REASON_LABEL = 'Reason';

/** In the foot of a form: why its settings change. `id` differs where a page has several such forms. */
export function reasonField({ form, errors }: { form: FormData | null; errors: FieldErrors }, id = 'reason'): Html {
  const error = errors.reason;
  return html`<label for="${id}">${REASON_LABEL}</label><span><input id="${id}" name="reason" size="32" maxlength="${MAX_REASON_LENGTH}" autocomplete="off" aria-describedby="${id}-hint${error !== undefined && ` ${id}-error`}"${error !== undefined && html` aria-invalid="true"`} value="${shownValue(form, 'reason', '')}"></span><span class="small muted" id="${id}-hint">Optional, up to ${MAX_REASON_LENGTH} characters. All readers of the settings see it</span>${error !== undefined && html`<span class="error" id="${id}-error">${visible(error)}</span>`}`;
}
