import { parse, serialize } from 'hono/utils/cookie';
import * as v from 'valibot';
import { isSecure } from '../../platform/http/pages/session-cookie.ts';

/** What a browser keeps while somebody is at a provider (facts: auth, RFC 9700): nobody else can bring its state back. */
const Kept = v.object({
  oauthType: v.string(),
  state: v.string(),
  /** Known to the browser alone, so that its state is of no use to anybody else. */
  browserSecret: v.string(),
  next: v.string(),
});
export type OauthKept = v.InferOutput<typeof Kept>;

/** The header that binds a login at a provider to the browser or client that began it (interface 4.8). */
export const BROWSER_SECRET = 'browser-secret';

const NAME = 'replay-oauth';
const MOST_SECONDS = 600;

/** The `set-cookie` line that keeps it for ten minutes, or forgets it. Lax, since the way back begins at another site. */
export const oauthCookie = (kept: OauthKept | null, url: URL): string =>
  serialize(NAME, kept === null ? '' : Buffer.from(JSON.stringify(kept)).toString('base64url'), {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/console/login',
    secure: isSecure(url),
    maxAge: kept === null ? 0 : MOST_SECONDS,
  });

/** What the browser kept; null where it kept nothing readable. */
export function readOauthCookie(headers: Headers): OauthKept | null {
  const text = parse(headers.get('cookie') ?? '', NAME)[NAME];
  if (text === undefined) return null;
  try {
    const kept = v.safeParse(Kept, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return kept.success ? kept.output : null;
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
