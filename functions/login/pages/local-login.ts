import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { csrfField } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { ownPath } from '../../platform/pages-shell/own-path.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { LOCAL_ADMINISTRATOR } from '../domain/local-administrator.ts';
import { mayLogIn } from '../domain/login-domains.ts';
import { localLogin } from '../service/local-login.ts';
import type { LoginServices } from '../services.ts';

const PATH = '/console/login/local';

type Offering = Pick<LoginServices, 'config'>;

/** Whether this request may log in as the administrator of this machine (docs/login.md). */
export const offersLocalLogin = async (request: PageRequest, { config }: Offering): Promise<boolean> =>
  config.localLogin && mayLogIn(LOCAL_ADMINISTRATOR, config.loginDomains) && (await request.isOwnUser());

/** The button that logs in as the administrator of this machine and leads to `next`. */
export const localLoginForm = (request: PageRequest, next: string): Html =>
  html`<form class="inline" method="post" action="${PATH}">${csrfField(request)}<input type="hidden" name="next" value="${next}"><button class="primary">Continue as administrator of this machine</button></form>`;

/** Logs in as the administrator of this machine. */
export const enterAsLocalAdministrator: Page<
  Pick<LoginServices, 'config' | 'users' | 'personLogins' | 'auditOfTenant' | 'newId'>
> = {
  method: 'POST',
  path: PATH,
  scope: null,

  async answer(request, services) {
    const login = (await offersLocalLogin(request, services)) ? await localLogin(services) : null;
    if (!login?.tokens) return { html: problemPage('forbidden', request), status: 403 };
    const tokens = { ...login.tokens, userName: LOCAL_ADMINISTRATOR, isGuest: false };
    return {
      location: ownPath(textOf(request.form, 'next')),
      cookies: [sessionCookie({ secret: services.newId(), tokens }, request.url)],
    };
  },
};
