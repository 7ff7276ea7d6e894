import { parse, serialize } from 'hono/utils/cookie';
import * as v from 'valibot';
import { type CookieScope, cookieName, isSecure } from '../../platform/http/pages/session-cookie.ts';

/**
 * What a browser stores during a login at a provider (facts: auth, RFC 9700), so that no other browser can return its
 * state.
 */
const StoredOauth = v.object({
  oauthType: v.string(),
  state: v.string(),
  /** Known only to the browser, so that its state is useless to others. */
  browserSecret: v.string(),
  next: v.string(),
});
export type StoredOauth = v.InferOutput<typeof StoredOauth>;

/** The header that binds a login at a provider to the browser or client that started it (interface 4.8). */
export const BROWSER_SECRET = 'browser-secret';

const NAME = 'replay-oauth';
const MAX_SECONDS = 600;

/**
 * The `set-cookie` line that stores it for ten minutes, or deletes it. Lax, since the return starts at another site.
 */
export const oauthCookie = (stored: StoredOauth | null, { url, basePath }: CookieScope): string =>
  serialize(cookieName(NAME, url), stored === null ? '' : Buffer.from(JSON.stringify(stored)).toString('base64url'), {
    httpOnly: true,
    sameSite: 'Lax',
    path: `${basePath}/console/login`,
    secure: isSecure(url),
    maxAge: stored === null ? 0 : MAX_SECONDS,
  });

/** Parses the cookie; null if it is missing or unreadable. */
export function parseOauthCookie(headers: Headers, url: URL): StoredOauth | null {
  const name = cookieName(NAME, url);
  const text = parse(headers.get('cookie') ?? '', name)[name];
  if (text === undefined) return null;
  try {
    const stored = v.safeParse(StoredOauth, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return stored.success ? stored.output : null;
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
