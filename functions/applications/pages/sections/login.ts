import { html } from 'hono/html';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { credentialsText } from '../login/credentials-text.ts';
import { loginChoice } from '../login/login-choice.ts';
import { loginFields } from '../login/login-fields.ts';
import { loginOf } from '../login/login-of.ts';
import { loginSummary } from '../login/login-summary.ts';
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
    const offers =
      mayWrite && settings.login === null && settings.credentialsFrom === 'recordings'
        ? await detectedLogins(appId)
        : [];
    const offer = loginOffer(request, appId, offers);
    return html`${offer.shown || loginSummary(settings, appId)}
${sectionForm(view, {
  title: 'Login',
  action,
  more: settings.login !== null && tryLink(appId),
  lines: mayWrite
    ? html`<div class="pad stack">${loginChoice(view, appId)}${loginFields(request, settings.login, form, errors)}</div>`
    : html`<p class="pad">${visible(credentialsText(settings))}</p>`,
})}${offer.forms}`;
  },

  reworded: (refused) =>
    refused
      // The form has one field for the token, whether it is a path or a header.
      .replace(/^login\.token\.path\b/, 'login.token')
      .replace(/^(login\.caseId) is invalid$/, '$1 is missing or invalid. Name one, or enter the path of the login'),

  body(form) {
    const chosen = textOf(form, 'credentialsFrom');
    return chosen === 'recordings' || chosen === 'fixedHeader'
      ? { login: null, credentialsFrom: chosen }
      : { login: loginOf(form) };
  },
};

/** The page of functions/trials that sends one login. */
const tryLink = (appId: string) =>
  html`<a class="button" href="${applicationPath(appId)}/login-try">Try it now…</a><span class="small muted">Sends one saved login and shows status and fields, never values</span>`;
