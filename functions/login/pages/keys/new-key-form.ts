import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { checkbox, choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf, textsOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { API_KEY_SCOPES } from '../../../platform/values/scope.ts';
import { endChoices } from './key-end.ts';
import { KEY_PRESETS } from './key-presets.ts';
import { SCOPE_TEXTS } from './scope-texts.ts';

/**
 * The form of a new key: its purpose, its name and its end. Scopes are chosen one by one for a purpose of its own only.
 */
export function newKeyForm(request: PageRequest, errors: FieldErrors, now: number): Html {
  const { form } = request;
  const isAgain = form.has('name');
  const chosen = textOf(form, 'preset') || (isAgain ? 'custom' : 'ci');
  const preset = (value: string, name: string, note: Html | string) =>
    html`<label><input type="radio" name="preset" value="${value}"${value === chosen && html` checked`}><span>${name}<small>${note}</small></span></label>`;
  return html`<form class="panel rule-form" method="post" action="/console/keys" aria-labelledby="new">${csrfField(request)}<div class="panel-head"><h2 id="new">New key</h2></div><div class="pad stack">${notice(errors.form, 'bad')}
<fieldset><legend>For</legend><div class="choices stacked">${KEY_PRESETS.map(({ preset: value, name, note, scopes }) => preset(value, name, html`${note}<br><code>${scopes.join(' ')}</code>`))}${preset('custom', 'Custom', `Choose from ${API_KEY_SCOPES.length} scopes`)}</div></fieldset>
<fieldset class="for-custom"><legend>Scopes</legend>${API_KEY_SCOPES.map((scope) =>
    checkbox(
      'scopes',
      html`<strong>${scope}</strong>: ${SCOPE_TEXTS[scope]}`,
      textsOf(form, 'scopes').includes(scope),
      scope,
      `scopes-${scope}`,
    ),
  )}${errors.scopes && html`<p class="error" role="alert">${errors.scopes}</p>`}</fieldset>
<div class="field-row">${field({ name: 'name', label: 'Name', required: true, maxlength: 200, value: textOf(form, 'name'), placeholder: 'gitlab-shop', error: errors.name ?? null })}
${choice({ name: 'ends', label: 'Ends', value: textOf(form, 'ends') || (form.has('expiresAt') ? 'day' : '90'), options: endChoices(now) })}</div>
<div class="for-day">${field({ name: 'expiresAt', label: 'Day of the end (UTC)', isOptional: false, type: 'datetime-local', value: textOf(form, 'expiresAt'), hint: 'At most two years away', error: errors.expiresAt ?? null })}</div>
</div><div class="panel-foot row"><button class="primary">Create key</button></div></form>`;
}
