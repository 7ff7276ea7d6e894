import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token that forms of a session carry: who does not know the session's cookie cannot make it (interface 13). */
export const csrfToken = (secret: string): string =>
  createHmac('sha256', secret).update('form of a page').digest('base64url');

/** Whether a form carries its session's token; compared in constant time. */
export function isCsrfToken(given: unknown, secret: string): boolean {
  const token = Buffer.from(csrfToken(secret));
  const other = Buffer.from(typeof given === 'string' ? given : '');
  return token.byteLength === other.byteLength && timingSafeEqual(token, other);
}
