import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token in a session's forms: it cannot be created without the session's cookie (interface 13). */
export const csrfToken = (secret: string): string =>
  createHmac('sha256', secret).update('form of a page').digest('base64url');

/** Whether a form carries its session's token; compares in constant time. */
export function isCsrfToken(given: unknown, secret: string): boolean {
  const token = Buffer.from(csrfToken(secret));
  const other = Buffer.from(typeof given === 'string' ? given : '');
  return token.byteLength === other.byteLength && timingSafeEqual(token, other);
}
