import * as v from 'valibot';
import type { ApiResponse, Caller } from '../api.ts';
import type { Ask } from './page-route.ts';
import { type CookieScope, type PageSession, parseSessionCookie, type Tokens } from './session-cookie.ts';

/** The caller of a page, and the session that their browser stores from now on. */
export interface PageCaller {
  /** Null if no one is logged in. */
  caller: Caller | null;
  isGuest: boolean;
  /** Null if the request carried a credential in a header, which no other site can make a browser send. */
  session: PageSession | null;
  /** Whether the session differs from the one in the request. */
  changed: boolean;
}

export interface PageCallerOptions {
  callerOf(headers: Headers): Promise<Caller | null>;
  now(): number;
  newId(): string;
}

const LoggedIn = v.object({
  body: v.object({
    success: v.optional(v.literal(true), true),
    userName: v.string(),
    accessToken: v.string(),
    refreshToken: v.nullish(v.string(), null),
    expiresAt: v.union([v.number(), v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))]),
  }),
});

/** The tokens in a login endpoint's response (interface 4.8); null if it was rejected. */
export function tokensOf(response: ApiResponse, isGuest = false): Tokens | null {
  const parsed = v.safeParse(LoggedIn, response.body);
  if (!parsed.success) return null;
  const { userName, accessToken, refreshToken, expiresAt } = parsed.output.body;
  return { userName, accessToken, refreshToken, expiresAt, isGuest };
}

/** How long before its expiry an access token is replaced. */
const REFRESH_MARGIN_MS = 30_000;
/**
 * Concurrent pages share the response to one refresh token, since a second use would end the session. A later use comes
 * from another party: either a thief or the owner.
 */
const SHARED_MS = 60_000;
const MAX_SHARED = 1000;

/** Identifies the caller of a page: by a header, by the session cookie, or as a guest if enabled (interface 13). */
export function pageCallers({ callerOf, now, newId }: PageCallerOptions) {
  const shared = new Map<string, { at: number; tokens: Promise<Tokens | null> }>();

  function refresh(ask: Ask, refreshToken: string, userName: string): Promise<Tokens | null> {
    const present = shared.get(refreshToken);
    if (present && now() < present.at + SHARED_MS) return present.tokens;
    const tokens = ask('POST', '/api/login/refresh/{userName}', {
      params: { userName },
      headers: { 'refresh-token': refreshToken },
    }).then((response) => tokensOf(response));
    shared.set(refreshToken, { at: now(), tokens });
    // A fault is not cached: the next page retries.
    tokens.catch(() => shared.delete(refreshToken));
    const [oldest] = shared.keys();
    if (shared.size > MAX_SHARED && oldest !== undefined) shared.delete(oldest);
    return tokens;
  }

  async function valid(ask: Ask, tokens: Tokens): Promise<{ tokens: Tokens; caller: Caller } | null> {
    const { accessToken, refreshToken, userName, expiresAt } = tokens;
    const holder =
      now() < expiresAt - REFRESH_MARGIN_MS ? await callerOf(new Headers({ 'access-token': accessToken })) : null;
    if (holder) return { tokens, caller: holder };
    const fresh = refreshToken === null ? null : await refresh(ask, refreshToken, userName);
    const caller = fresh && (await callerOf(new Headers({ 'access-token': fresh.accessToken })));
    return fresh && caller && { tokens: fresh, caller };
  }

  async function guest(ask: Ask): Promise<{ tokens: Tokens; caller: Caller } | null> {
    const tokens = tokensOf(await ask('POST', '/api/login/loginAsGuest', { body: {} }), true);
    const caller = tokens && (await callerOf(new Headers({ 'access-token': tokens.accessToken })));
    return tokens && caller && { tokens, caller };
  }

  /**
   * `ask`: calls the login endpoints, which require no credential; `opensGuest`: whether this request may open a guest
   * session automatically.
   */
  return async function callerOfPage(
    headers: Headers,
    scope: CookieScope,
    ask: Ask,
    opensGuest: boolean,
  ): Promise<PageCaller> {
    if (headers.has('x-api-key') || headers.has('access-token')) {
      return { caller: await callerOf(headers), isGuest: false, session: null, changed: false };
    }
    const brought = parseSessionCookie(headers, scope);
    const session = brought ?? { secret: newId(), tokens: null };
    const known = (session.tokens && (await valid(ask, session.tokens))) ?? (opensGuest ? await guest(ask) : null);
    if (known === null) {
      const ended = session.tokens !== null;
      return {
        caller: null,
        isGuest: false,
        session: { ...session, tokens: null },
        changed: ended || brought === null,
      };
    }
    const { tokens, caller } = known;
    return {
      caller,
      isGuest: tokens.isGuest,
      session: { ...session, tokens },
      changed: tokens.accessToken !== session.tokens?.accessToken,
    };
  };
}
