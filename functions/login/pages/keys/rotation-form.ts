import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { DEFAULT_OVERLAP_HOURS } from '../../domain/api-key.ts';
import type { ApiKey } from '../../store/api-keys.ts';

/** The form that gives a key a new secret. `?key=` of the page's address chooses the key. */
export function rotationForm(request: PageRequest, keys: readonly ApiKey[], errors: FieldErrors): Html {
  const { form, query } = request;
  const isAgain = Object.keys(errors).length > 0;
  const shown = (name: string, otherwise: string) => (isAgain ? textOf(form, name) : otherwise);
  return html`<form class="panel" id="rotate" method="post" action="/console/keys/rotate" aria-labelledby="rotate-title">${csrfField(request)}<div class="panel-head"><h2 id="rotate-title">New secret</h2></div><div class="pad stack">${notice(errors.form, 'bad')}
${choice({ name: 'key', label: 'Key', value: shown('key', query.get('key') ?? ''), options: keys.map(({ id, name }) => [id, name] as const) })}
${field({ name: 'overlapHours', label: 'Overlap in hours', type: 'number', required: true, value: shown('overlapHours', String(DEFAULT_OVERLAP_HOURS)), hint: 'How long the old secret stays valid, 0 to 168. With 0 it is rejected immediately.', error: errors.overlapHours ?? null })}
${field({ name: 'newEnd', label: 'New end (UTC)', type: 'datetime-local', value: shown('newEnd', ''), hint: 'Leave empty to keep the end', error: errors.newEnd ?? null })}</div>
<div class="panel-foot row"><button class="primary">Create secret</button></div></form>`;
}
