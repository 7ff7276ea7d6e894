import { html } from 'hono/html';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { csrfField, notice } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import type { LoginServices } from '../composition.ts';
import { LOCAL_ADMINISTRATOR } from '../domain/local-administrator.ts';
import { localLogin } from '../service/local-login.ts';
import { hasLocalLogin, localLoginHint } from './parts/local-login-hint.ts';

const PATH = '/console/login/local';

type Offering = Pick<LoginServices, 'config'>;

/** What a one-time link opens. It uses nothing up: mail and chat programs open links to preview them. */
export const localLoginPage: Page<Offering> = {
  method: 'GET',
  path: PATH,
  scope: null,

  async answer(request, services) {
    if (!hasLocalLogin(services)) return { html: problemPage('forbidden', request), status: 403 };
    const code = request.query.get('code');
    if (!code) return { location: '/console/login' };
    const form = html`<form class="panel pad stack" method="post" action="${PATH}">${csrfField(request)}<input type="hidden" name="code" value="${code}">
<p>This link works once. It logs in as <strong>${LOCAL_ADMINISTRATOR}</strong>, who may do everything.</p><div><button class="primary">Continue as administrator of this machine</button></div></form>`;
    return { html: layout({ title: 'Log in by a link', request, body: form }) };
  },
};

/** Uses the code of a link up and logs in as the administrator of this machine. */
export const enterAsLocalAdministrator: Page<
  Pick<LoginServices, 'config' | 'localLinks' | 'users' | 'personLogins' | 'auditOfTenant' | 'newId'>
> = {
  method: 'POST',
  path: PATH,
  scope: null,

  async answer(request, services) {
    if (!hasLocalLogin(services)) return { html: problemPage('forbidden', request), status: 403 };
    if (!(await services.localLinks?.take(textOf(request.form, 'code')))) {
      const body = html`${notice(html`<p>This link has expired or has already been used. ${localLoginHint}</p>`, 'bad')}`;
      return { html: layout({ title: 'Log in', request, body }), status: 403 };
    }
    const login = await localLogin(services);
    if (!login.tokens) return { html: problemPage('forbidden', request), status: 403 };
    const tokens = { ...login.tokens, userName: LOCAL_ADMINISTRATOR, isGuest: false };
    return {
      location: '/console',
      cookies: [sessionCookie({ secret: services.newId(), tokens }, request)],
    };
  },
};
