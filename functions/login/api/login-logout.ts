import { consoleErrors, type Endpoint, OPTIONAL_JSON_BODY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { loginDocs } from './login.doc.ts';
import { loginAnswer, notAuthenticated, shownTokens } from './login-answer.ts';

/** Ends the session of the presented access token or refresh token: all its tokens are rejected from now on. */
export const logout: Endpoint<Pick<LoginServices, 'sessions' | 'now'>> = endpoint({
  method: 'POST',
  path: '/api/login/logout',
  scope: null,
  body: OPTIONAL_JSON_BODY,
  errors: consoleErrors,
  doc: loginDocs.logout,

  async answer({ headers }, { sessions, now }) {
    const hasEnded = await sessions.end(shownTokens(headers));
    return hasEnded ? loginAnswer({ success: true }, now()) : notAuthenticated(now());
  },
});
