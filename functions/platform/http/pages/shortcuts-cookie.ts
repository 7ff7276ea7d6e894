import { parse, serialize } from 'hono/utils/cookie';
import type { PageRequest } from './page-route.ts';
import { cookieName, isSecure } from './session-cookie.ts';

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
export const shortcutsCookie = (areOff: boolean, url: URL): string =>
  serialize(cookieName(NAME, url), areOff ? OFF : '', {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure(url),
    maxAge: areOff ? MAX_SECONDS : 0,
  });
