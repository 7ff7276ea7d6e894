import { html } from 'hono/html';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { loginChoice } from '../login/login-choice.ts';
import { loginFields } from '../login/login-fields.ts';
import { loginOf } from '../login/login-of.ts';
import { loginSummary } from '../login/login-summary.ts';
import { loginText } from '../login/login-text.ts';
import { loginOffer } from '../parts/login-offer.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';

/** How runs get credentials; says first whether there is anything to set. */
export const login: SettingsSection = {
  section: 'login',

  async view(view, action, { detectedLogins }) {
    const { request, settings, form, errors } = view;
    const { appId = '' } = request.params;
    const mayWrite = request.may('write');
    const offers = mayWrite && settings.login === null ? await detectedLogins(appId) : [];
    const offer = loginOffer(request, appId, offers);
    return html`${offer.shown || loginSummary(settings.login)}
${sectionForm(view, {
  title: 'Login',
  action,
  lines: mayWrite
    ? html`<div class="pad stack">${loginChoice(view, appId)}${loginFields(request, settings.login, form, errors)}</div>`
    : html`<p class="pad">${visible(loginText(settings.login))}</p>`,
})}${offer.forms}`;
  },

  // The form has one field for the token, whether it is a path or a header.
  reworded: (refused) => refused.replace(/^login\.token\.path\b/, 'login.token'),

  body: (form) => ({ login: textOf(form, 'credentialsFrom') === 'recordings' ? null : loginOf(form) }),
};
