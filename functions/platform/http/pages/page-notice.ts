import { createHash } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { isSecure } from './session-cookie.ts';

const NAME = 'replay-told';
const MOST_SECONDS = 60;
/** By these a form tells the page that it leads to what became of it. */
const TOLD = ['done', 'refused'] as const;

const tells = ({ searchParams }: URL) => TOLD.some((name) => searchParams.has(name));

/** Names a page and what it tells, in the few characters that a cookie should have. */
const markOf = ({ pathname, search }: URL): string =>
  createHash('sha256').update(`${pathname}${search}`).digest('base64url').slice(0, 22);

const cookieOf = (mark: string, url: URL): string =>
  serialize(NAME, mark, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: isSecure(url),
    maxAge: mark === '' ? 0 : MOST_SECONDS,
  });

/** The `set-cookie` line of a form that leads to a page which tells what became of it; null where it has nothing to tell. */
export function noticeCookie(location: string, from: URL): string | null {
  const to = new URL(location, from);
  return to.origin === from.origin && tells(to) ? cookieOf(markOf(to), from) : null;
}

/**
 * Lets a page tell once what became of a form: gives the `set-cookie` line that makes it the only time, and takes the words out of
 * the address of whoever comes another way: by loading the page again, by a bookmark, by a link of somebody else. Null: no cookie.
 */
export function toldOnce(headers: Headers, url: URL): string | null {
  if (!tells(url)) return null;
  if (parse(headers.get('cookie') ?? '', NAME)[NAME] === markOf(url)) return cookieOf('', url);
  for (const name of TOLD) url.searchParams.delete(name);
  return null;
}
