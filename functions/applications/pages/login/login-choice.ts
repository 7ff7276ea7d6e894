import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import type { SettingsView } from '../settings-view.ts';

/** Where a run gets its credentials from; a recording that the address names is a login step. */
export function loginChoice({ request, settings, form }: SettingsView, appId: string): Html {
  const isStep = settings.login !== null || request.query.has('login');
  const chosen = shownValue(form, 'credentialsFrom', isStep ? 'step' : settings.credentialsFrom);
  const one = (value: string, text: string, note: string | Html) =>
    html`<label><input type="radio" name="credentialsFrom" value="${value}"${value === chosen && html` checked`}><span>${text}<small class="prose">${note}</small></span></label>`;
  return html`<fieldset id="login"><legend>A run gets its credentials from</legend><div class="choices stacked">${one('recordings', 'The recordings', 'Default. What the replayed login answers replaces what the recorded one answered')}${one('step', 'A login step', 'One request before each run, session or user. For recordings that begin after the login')}${one('fixedHeader', 'A fixed header', html`A key that never changes. Set it under <a href="${applicationPath(appId)}/settings/headers">Headers</a>`)}</div></fieldset>`;
}
