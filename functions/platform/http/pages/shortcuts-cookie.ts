import { parse, serialize } from 'hono/utils/cookie';
import type { PageRequest } from './page-route.ts';
import { type CookieScope, cookieName, cookiePath, isSecure } from './session-cookie.ts';

const NAME = 'replay-shortcuts';
const OFF = 'off';
/** Browsers keep no cookie longer. */
const MAX_SECONDS = 400 * 86_400;

/** Whether the user of this browser has turned keyboard shortcuts off (WCAG 2.2, 2.1.4). */
export function hasShortcutsOff({ headers, url }: Pick<PageRequest, 'headers' | 'url'>): boolean {
  const name = cookieName(NAME, url);
  return parse(headers.get('cookie') ?? '', name)[name] === OFF;
}

/** The `set-cookie` line that turns keyboard shortcuts off, or on again. */
export const shortcutsCookie = (areOff: boolean, scope: CookieScope): string =>
  serialize(cookieName(NAME, scope.url), areOff ? OFF : '', {
    httpOnly: true,
    sameSite: 'Lax',
    path: cookiePath(scope),
    secure: isSecure(scope.url),
    maxAge: areOff ? MAX_SECONDS : 0,
  });
