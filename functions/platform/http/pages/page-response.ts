import { shownSealed } from '../../values/sealed-text.ts';
import type { World } from '../../world.ts';
import { htmlBelow, locationBelow } from '../base-path.ts';
import { answerBody } from '../bodies/answer-body.ts';
import type { PageAnswer } from './page-route.ts';

/** Interface 13: only our own files run or load, no framing, and forms post only to us. */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * A browser that follows a link from another site withholds the session's cookie (SameSite=Strict). One of our own
 * pages requests the same URL again, with the cookie.
 */
export const reloadPage = ({ pathname, search }: URL, basePath: string): Response =>
  new Response('<!doctype html><html lang="en"><title>Replay Regression Service</title><p>One moment…', {
    headers: {
      ...SECURITY_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      refresh: refreshTo(locationBelow(basePath, `${pathname}${search}`)),
    },
  });

/** The header by which a page leads to another one by itself. */
const refreshTo = (location: string): string => `0;url=${location}`;

/** The HTTP response of a page, which no cache stores, and whose links are below the base path. */
export async function responseOf(
  answer: PageAnswer & { cookies: readonly string[] },
  { log, basePath }: { log: World['log']; basePath: string },
): Promise<Response> {
  const headers = new Headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store', ...answer.headers });
  for (const cookie of answer.cookies) headers.append('set-cookie', cookie);
  if (answer.location !== undefined) {
    headers.set('location', locationBelow(basePath, answer.location));
    return new Response(null, { status: 303, headers });
  }
  if (answer.response !== undefined) {
    const { status, headers: own, ...content } = answer.response;
    if (content.bytes === undefined && content.stream === undefined)
      headers.set('content-type', 'application/json; charset=utf-8');
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    return new Response(answerBody(content, log), { status, headers });
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  if (answer.leadsTo !== undefined) headers.set('refresh', refreshTo(locationBelow(basePath, answer.leadsTo)));
  return new Response(shownSealed(htmlBelow(basePath, String(await answer.html))), {
    status: answer.status ?? 200,
    headers,
  });
}
