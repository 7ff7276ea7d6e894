import { consoleErrors, ERRORS, type JsonResponse, type Success, success } from '../../platform/http/api.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { Invitation, LoggedIn } from '../service/person-logins.ts';
import type { SessionTokens, ShownTokens } from '../store/sessions.ts';
import type { LoginAnswer } from './shown-login.ts';

/** Responses that carry tokens or depend on the caller must not be cached. */
const NO_STORE = { 'cache-control': 'no-store', vary: 'access-token, refresh-token' };

const withHeaders = <Body>(response: JsonResponse<Body>): JsonResponse<Body> => ({ ...response, headers: NO_STORE });

/** A response of interface 4.8, in the success envelope. */
export const loginAnswer = <Body>(body: Body, now: number): JsonResponse<Success<Body>> =>
  withHeaders(success(body, now));

/** A response with the tokens of a session. */
export const tokensAnswer = (
  userName: string,
  tokens: SessionTokens,
  now: number,
  invitations: readonly Invitation[] = [],
) =>
  loginAnswer<LoginAnswer>(
    {
      success: true,
      reason: null,
      userName,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      expiresAt: isoText(tokens.expiresAt),
      ...(invitations.length > 0 && { invitations: [...invitations] }),
    },
    now,
  );

/** A response without tokens, with the reason. */
export const noTokensAnswer = (userName: string | null, reason: string, now: number) =>
  loginAnswer<LoginAnswer>(
    { success: false, reason, userName, accessToken: null, refreshToken: null, expiresAt: null },
    now,
  );

/** Why a user who has logged in gets no tokens. */
export const NO_TENANT = 'this account is not a member of any tenant';
const NOT_ACCEPTED = 'this account is not a member of any tenant until it accepts an invitation';

/** The response to a user who has logged in; with invitations, if there are any. */
export function personAnswer(userName: string, { tokens, ticket, invitations }: LoggedIn, now: number) {
  if (tokens !== null) return tokensAnswer(userName, tokens, now, invitations);
  if (ticket === null) return noTokensAnswer(userName, NO_TENANT, now);
  const none = { accessToken: null, refreshToken: null, expiresAt: null };
  return loginAnswer<LoginAnswer>(
    { success: false, reason: NOT_ACCEPTED, userName, ...none, invitations: [...invitations], loginTicket: ticket },
    now,
  );
}

/** The single response to every caller without a valid token. */
export const notAuthenticated = (now: number) =>
  withHeaders({ status: ERRORS.unauthenticated.status, body: consoleErrors(ERRORS.unauthenticated, now) });

/** A login method that is disabled here: responseCode 3 (interface 1). */
export const notOffered = (message: string, now: number) =>
  withHeaders({ status: 200, body: consoleErrors({ ...ERRORS.notFound, message }, now) });

/** An enabled login method whose provider does not respond: responseCode 2. */
export const notNow = (message: string, now: number) =>
  withHeaders({ status: 200, body: consoleErrors({ ...ERRORS.internal, message }, now) });

/** A response that names an invalid field. */
export const unusable = (field: string, now: number) =>
  withHeaders({ status: 400, body: consoleErrors({ ...ERRORS.invalidJson, message: unusableText(field) }, now) });

/** The message about an invalid field. */
export const unusableText = (field: string): string => `${field} is missing or invalid`;

/** The tokens that a request presents. */
export const shownTokens = (headers: Headers): ShownTokens => ({
  accessToken: headers.get('access-token') || null,
  refreshToken: headers.get('refresh-token') || null,
});
