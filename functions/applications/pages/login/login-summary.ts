import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { LoginStep } from '../../domain/login-step.ts';
import { loginText } from './login-text.ts';

/** Whether runs log in, where the recordings offer no login. */
export const loginSummary = (login: LoginStep | null): Html =>
  login === null
    ? html`<div class="notice good"><strong>Nothing to set.</strong> Runs send the recorded credentials, and the tokens that a replayed login answers.</div>`
    : html`<div class="notice good"><strong>Runs log in.</strong> By ${visible(loginText(login))}.</div>`;
