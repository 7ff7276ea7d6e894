import { type ApiResponse, consoleErrors, ERRORS, success } from '../../platform/http/api.ts';
import type { SessionTokens, ShownTokens } from '../store/sessions.ts';

/** Nobody keeps an answer that carries tokens, or that hangs on who asked. */
const NOT_KEPT = { 'cache-control': 'no-store', vary: 'access-token, refresh-token' };

const withHeaders = (response: ApiResponse): ApiResponse => ({ ...response, headers: NOT_KEPT });

/** An answer of interface 4.8, in the success envelope. */
export const loginAnswer = (body: unknown, now: number): ApiResponse => withHeaders(success(body, now));

/** The tokens of a session. */
export const tokensAnswer = (userName: string, tokens: SessionTokens, now: number): ApiResponse =>
  loginAnswer(
    {
      success: true,
      reason: null,
      userName,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      expiresAt: new Date(tokens.expiresAt).toISOString(),
    },
    now,
  );

/** No tokens, and why. */
export const noTokensAnswer = (userName: string | null, reason: string, now: number): ApiResponse =>
  loginAnswer({ success: false, reason, userName, accessToken: null, refreshToken: null, expiresAt: null }, now);

/** The one answer to whoever shows no good token. */
export const notAuthenticated = (now: number): ApiResponse =>
  withHeaders({ status: ERRORS.unauthenticated.status, body: consoleErrors(ERRORS.unauthenticated, now) });

/** A way in that is switched off here: responseCode 3 (interface 1). */
export const notOffered = (message: string, now: number): ApiResponse =>
  withHeaders({ status: 200, body: consoleErrors({ ...ERRORS.notFound, message }, now) });

/** A way in that stands open, but whose provider does not answer: responseCode 2. */
export const notNow = (message: string, now: number): ApiResponse =>
  withHeaders({ status: 200, body: consoleErrors({ ...ERRORS.internal, message }, now) });

/** A field that cannot be used, by its name. */
export const unusable = (field: string, now: number): ApiResponse =>
  withHeaders({ status: 400, body: consoleErrors({ ...ERRORS.invalidJson, message: unusableText(field) }, now) });

/** What is said of it. */
export const unusableText = (field: string): string => `${field} is missing or has an unusable value`;

/** The tokens that a request shows. */
export const shownTokens = (headers: Headers): ShownTokens => ({
  accessToken: headers.get('access-token') || null,
  refreshToken: headers.get('refresh-token') || null,
});
