import { html } from 'hono/html';
import { tokensOf } from '../../platform/http/pages/page-caller.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie, type Tokens } from '../../platform/http/pages/session-cookie.ts';
import { csrfField, field, notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { ownPath } from '../../platform/pages-shell/own-path.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { NO_TENANT } from '../api/login-answer.ts';
import type { LoginServices } from '../composition.ts';
import { offersGuests } from '../domain/guest-offer.ts';
import { parseUserName } from '../domain/user-name.ts';
import { endSession } from './end-session.ts';
import { afterLogin, offersOf, offersPage } from './invitations.ts';
import { oauthButtons } from './login-oauth.ts';
import { hasLocalLogin, localLoginHint } from './parts/local-login-hint.ts';

const PATH = '/console/login';

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = { ended: 'All your sessions have ended, including this one. Log in to continue.' };

/** The login page: by a mailed code, by a provider, or as a guest (interface 13). */
export const loginPage: Page<Pick<LoginServices, 'config'>> = {
  method: 'GET',
  path: PATH,
  scope: null,
  answer: async (request, services) => ({
    html: page(
      request,
      html`${noticeOf(DONE, request.query)}${hasLocalLogin(services) && AS_LOCAL_ADMINISTRATOR}
${
  services.config.loginDomains.length === 0
    ? NO_LOGIN
    : html`${askForCode(request, ownPath(request.query.get('next')), services.config)}
${oauthButtons(request, services.config)}`
}
${offersGuests(services.config, request) && asGuest(request)}`,
    ),
  }),
};

const page = (request: PageRequest, body: Html): Html => layout({ title: 'Log in', request, body });

/** In place of forms that cannot succeed. */
const NO_LOGIN = html`<section class="panel pad stack"><h2>No login is set up</h2><p>This service lets no mail address log in. The person who runs it sets <code>SVC_LOGIN_DOMAINS</code> to the mail domains of your team. API keys work without a login.</p></section>`;

const nextField = (next: string): Html => html`<input type="hidden" name="next" value="${next}">`;

/** Where the mail lies, for those on this machine. */
const outboxFor = ({ isLocal }: PageRequest, { outbox }: Pick<LoginServices['config'], 'outbox'>): string | null =>
  isLocal ? outbox : null;

const askForCode = (
  request: PageRequest,
  next: string,
  config: Pick<LoginServices['config'], 'outbox' | 'sendsMail'>,
  errors: { userName?: string } = {},
): Html =>
  html`<form class="panel pad" method="post" action="${PATH}/code">${csrfField(request)}${nextField(next)}
<h2>Log in with a code</h2>${field({
    name: 'userName',
    label: 'Email address',
    type: 'email',
    required: true,
    autocomplete: 'username',
    // The link of an invitation names the address.
    value: textOf(request.form, 'userName') || (parseUserName(request.query.get('userName')) ?? ''),
    hint: hintFor(request, config),
    error: errors.userName ?? null,
  })}<button class="primary">Send code</button></form>`;

function hintFor(request: PageRequest, config: Pick<LoginServices['config'], 'outbox' | 'sendsMail'>): string {
  if (config.sendsMail) return 'You receive a code of six digits by email.';
  return outboxFor(request, config) === null
    ? 'This service has no mail server (SVC_SMTP_URL): ask the person who runs it for the code of six digits, which lies in its outbox.'
    : 'No mail server is configured: the next page says where the code of six digits lies.';
}

const AS_LOCAL_ADMINISTRATOR = html`<section class="panel pad stack"><h2>On this machine</h2><p>If you started this service, you need no code. ${localLoginHint}</p></section>`;

const asGuest = (request: PageRequest): Html =>
  html`<form class="panel pad" method="post" action="${PATH}/guest">${csrfField(request)}${nextField(ownPath(request.query.get('next')))}
<h2>Read-only guest</h2><p>Guests can read everything and change nothing. A guest session lasts 15 minutes.</p><button>Look around as a guest</button></form>`;

/** Sends a code to an address; the next page is the same for every address. */
export const sendCode: Page<Pick<LoginServices, 'config'>> = {
  method: 'POST',
  path: `${PATH}/code`,
  scope: null,

  async answer(request, { config }) {
    const userName = textOf(request.form, 'userName');
    const next = ownPath(textOf(request.form, 'next'));
    if (!/^[^\s@]+@[^\s@]+$/.test(userName)) {
      const userNameError = { userName: 'Enter an email address, such as ada@example.com.' };
      return { html: page(request, askForCode(request, next, config, userNameError)), status: 422 };
    }
    await request.ask('POST', '/api/login/getVerificationCode/{userName}', { params: { userName } });
    return { html: page(request, askForDigits(request, next, userName, null, outboxFor(request, config))) };
  },
};

const askForDigits = (
  request: PageRequest,
  next: string,
  userName: string,
  error: string | null,
  outbox: string | null,
): Html =>
  html`${error === null && notice(html`<p>If <strong>${userName}</strong> may log in, a code is on its way. It is valid for ten minutes.</p>${outbox !== null && html`<p>No mail server is configured: the newest file in <code>${visible(outbox)}</code> holds the code.</p>`}`, 'info')}
<form class="panel pad" method="post" action="${PATH}/verify">${csrfField(request)}${nextField(next)}<input type="hidden" name="userName" value="${userName}">
${field({ name: 'verifyCode', label: 'Code', required: true, inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 12, error })}<button class="primary">Log in</button></form>
<p><a href="${PATH}?${new URLSearchParams({ next })}">Use another address or request a new code</a></p>`;

/** Exchanges a code for a session. */
export const verifyCode: Page<Pick<LoginServices, 'newId' | 'config'>> = {
  method: 'POST',
  path: `${PATH}/verify`,
  scope: null,

  async answer(request, { newId, config }) {
    const next = ownPath(textOf(request.form, 'next'));
    const userName = textOf(request.form, 'userName');
    const code = textOf(request.form, 'verifyCode').replaceAll(' ', '');
    const answer = await request.ask('POST', '/api/login/verify', { body: { userName, verifyCode: code } });
    const tokens = tokensOf(answer);
    if (tokens) return loggedIn(request, tokens, afterLogin(answer, next), newId());
    const offers = offersOf(answer);
    if (offers?.loginTicket) return { html: offersPage(request, offers, next) };
    const error =
      offers?.reason === NO_TENANT
        ? 'This account is not a member of any tenant. An admin of a tenant can invite it.'
        : 'This code is wrong, already used or expired.';
    return {
      html: page(request, askForDigits(request, next, userName, error, outboxFor(request, config))),
      status: 422,
    };
  },
};

/** Opens a guest session. */
export const enterAsGuest: Page<Pick<LoginServices, 'newId'>> = {
  method: 'POST',
  path: `${PATH}/guest`,
  scope: null,

  async answer(request, { newId }) {
    const tokens = tokensOf(await request.ask('POST', '/api/login/loginAsGuest', { body: {} }), true);
    const next = ownPath(textOf(request.form, 'next'));
    return tokens ? loggedIn(request, tokens, next, newId()) : { location: PATH };
  },
};

/** A new session with a new form secret: nothing known before the login remains usable. */
const loggedIn = (request: PageRequest, tokens: Tokens, next: string, secret: string) => ({
  location: next,
  cookies: [sessionCookie({ secret, tokens }, request)],
});

/** Ends the session, in the service and in the browser. */
export const logOut: Page<Pick<LoginServices, 'newId'>> = {
  method: 'POST',
  path: '/console/logout',
  scope: null,

  async answer(request, { newId }) {
    await endSession(request);
    return { location: PATH, cookies: [sessionCookie({ secret: newId(), tokens: null }, request)] };
  },
};
