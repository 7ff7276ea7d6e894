import { parse, serialize } from 'hono/utils/cookie';
import * as v from 'valibot';
import { jsonOf } from '../../values/json-text.ts';
import type { PageRequest } from './page-route.ts';

/** Tokens consist of header-safe characters; a cookie with any others is invalid. */
const token = v.pipe(v.string(), v.regex(/^[\w.-]{1,4096}$/));

/** The tokens of 4.8 that a logged-in session holds. */
const Tokens = v.object({
  userName: v.string(),
  accessToken: token,
  /** Guests may have none. */
  refreshToken: v.nullish(token, null),
  /** Expiry of the access token, epoch ms. */
  expiresAt: v.number(),
  isGuest: v.optional(v.boolean(), false),
});
export type Tokens = v.InferOutput<typeof Tokens>;

const PageSession = v.object({
  /** The secret of its forms' CSRF tokens; only the cookie carries it. */
  secret: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** Null before a login. */
  tokens: v.nullable(Tokens),
});

/** A browser's session (interface 13): stored only in its cookie. */
export type PageSession = v.InferOutput<typeof PageSession>;

/** Refresh tokens live for 30 days (interface 4.8). */
const MAX_SECONDS = 30 * 86_400;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the cookie is Secure: everywhere except on loopback (interface 13). */
export const isSecure = ({ hostname }: URL): boolean => !LOOPBACK.test(hostname);

/** What decides about name and path of a cookie: the address of the request, and the base path. */
export type CookieScope = Pick<PageRequest, 'url' | 'basePath'>;

/** Where browsers send cookies: to the service, and to nothing beside it on the same host. */
export const cookiePath = ({ basePath }: CookieScope): string => basePath || '/';

const NAME = 'replay-session';

/** `__Host-` keeps other hosts of a domain from setting the cookie, but allows no path. */
function nameAt({ url, basePath }: CookieScope): string {
  const prefix = basePath === '' ? '__Host-' : '__Secure-';
  return cookieName(isSecure(url) ? `${prefix}${NAME}` : NAME, url);
}

/** The session in a request; null if there is none or it is invalid. */
export function parseSessionCookie(headers: Headers, scope: CookieScope): PageSession | null {
  const name = nameAt(scope);
  const text = parse(headers.get('cookie') ?? '', name)[name];
  if (text === undefined) return null;
  const session = v.safeParse(PageSession, jsonOf(Buffer.from(text, 'base64url')));
  return session.success ? session.output : null;
}

/** The `set-cookie` line that stores a session: HttpOnly and SameSite=Strict (interface 13). */
export const sessionCookie = (session: PageSession, scope: CookieScope): string =>
  serialize(nameAt(scope), Buffer.from(JSON.stringify(session)).toString('base64url'), {
    httpOnly: true,
    sameSite: 'Strict',
    path: cookiePath(scope),
    secure: isSecure(scope.url),
    ...(session.tokens !== null && { maxAge: MAX_SECONDS }),
    // the type requires the literal `true` with the prefix, which isSecure has decided
  } as Parameters<typeof serialize>[2]);

/**
 * The name of a cookie of the service at this URL. Browsers send the cookies of a host to all its ports, so a name
 * contains the port, unless it is the default one of the scheme.
 */
export const cookieName = (name: string, { port }: URL): string => (port === '' ? name : `${name}-${port}`);
