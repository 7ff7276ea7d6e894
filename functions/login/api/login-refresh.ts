import { consoleErrors, type Endpoint } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { postForm } from '../../platform/http/post-form.ts';
import type { LoginServices } from '../composition.ts';
import { parseUserName } from '../domain/user-name.ts';
import { loginDocs } from './login.doc.ts';
import { notAuthenticated, shownTokens, tokensAnswer } from './login-answer.ts';

/**
 * Issues new tokens for a valid access token or refresh token of the same user (spec 4.8); earlier refresh tokens
 * become invalid.
 */
export const refreshTokens: Endpoint<Pick<LoginServices, 'sessions' | 'users' | 'now'>> = endpoint({
  method: 'GET',
  path: '/api/login/refresh/{userName}',
  scope: null,
  errors: consoleErrors,
  doc: loginDocs.refreshTokens,

  async answer({ params, headers, isOfPage }, { sessions, users, now }) {
    const userName = parseUserName(params.userName);
    const tokens = userName === null ? null : await sessions.refresh(userName, shownTokens(headers));
    if (userName === null || tokens === null) return notAuthenticated(now());
    // The functions of pages refresh sessions too, and may change no user.
    if (!isOfPage) await users.noteSeen(userName);
    return tokensAnswer(userName, tokens, now());
  },
});

/** The same by POST, because it uses the refresh token up. */
export const refreshTokensByPost = postForm(refreshTokens, 'refreshTokensByPost');
