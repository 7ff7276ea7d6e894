import { createHash } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { type CookieScope, cookieName, cookiePath, isSecure } from './session-cookie.ts';

const NAME = 'replay-flash';
const MAX_SECONDS = 60;
/** Query parameters by which a form passes its result to the next page. */
const FLASH_PARAMETERS = ['done', 'refused'] as const;

const hasFlashMessage = ({ searchParams }: URL) => FLASH_PARAMETERS.some((name) => searchParams.has(name));

/** Identifies a page and its message in few characters, since it is stored in a cookie. */
const markOf = ({ pathname, search }: URL): string =>
  createHash('sha256').update(`${pathname}${search}`).digest('base64url').slice(0, 22);

const cookieOf = (mark: string, scope: CookieScope): string =>
  serialize(cookieName(NAME, scope.url), mark, {
    httpOnly: true,
    sameSite: 'Strict',
    path: cookiePath(scope),
    secure: isSecure(scope.url),
    maxAge: mark === '' ? 0 : MAX_SECONDS,
  });

/** Returns the `set-cookie` line of a form whose next page shows a flash message; null if there is no message. */
export function flashCookie(location: string, scope: CookieScope): string | null {
  const to = new URL(location, scope.url);
  return to.origin === scope.url.origin && hasFlashMessage(to) ? cookieOf(markOf(to), scope) : null;
}

/**
 * Shows a flash message once: returns the `set-cookie` line that consumes it, and removes the message from the URL of
 * any other visit: a reload, a bookmark, a link from elsewhere. Null: no cookie.
 */
export function consumeFlashMessage(headers: Headers, scope: CookieScope): string | null {
  const { url } = scope;
  if (!hasFlashMessage(url)) return null;
  const name = cookieName(NAME, url);
  if (parse(headers.get('cookie') ?? '', name)[name] === markOf(url)) return cookieOf('', scope);
  for (const parameter of FLASH_PARAMETERS) url.searchParams.delete(parameter);
  return null;
}
