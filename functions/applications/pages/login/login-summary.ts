import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ApplicationSettings } from '../../domain/application-settings.ts';
import { loginText } from '../parts/login-text.ts';

/** Where runs get their credentials from, where the recordings offer no login; a fixed header that is missing too. */
export function loginSummary({ login, credentialsFrom, replay }: ApplicationSettings, appId: string): Html {
  if (login !== null)
    return html`<div class="notice good"><strong>Runs log in.</strong> By ${visible(loginText(login))}.</div>`;
  if (credentialsFrom === 'recordings')
    return html`<div class="notice good"><strong>Nothing to set.</strong> Runs send the recorded credentials, and the tokens that a replayed login answers.</div>`;
  const names = Object.keys(replay.headers.set);
  const headers = html`<a href="${applicationPath(appId)}/settings/headers">Headers</a>`;
  return names.length === 0
    ? html`<div class="notice bad"><strong>No header is set.</strong> Runs send the recorded credentials until you set the key under ${headers}.</div>`
    : html`<div class="notice good prose"><strong>Runs send a fixed header.</strong> <code>${visible(names.join(', '))}</code>, as set under ${headers}.</div>`;
}
