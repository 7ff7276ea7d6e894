import { decodeJwt } from 'jose';
import { headerOf } from '../../platform/values/http-tokens.ts';

type Headers = readonly (readonly [string, string])[];

/**
 * A JSON web token: three parts, of which the first is a JSON object in base64url. It starts where no other token
 * continues, so that each character is part of one attempt only.
 */
const TOKEN =
  /(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-Fa-f]{2}))eyJ[A-Za-z0-9_-]{5,4000}\.[A-Za-z0-9_-]{5,8000}\.[A-Za-z0-9_-]{0,2000}/;

/** The latest time that a Date can hold. */
const MAX_TIME = 8.64e15;

/**
 * When the JSON web token of a request expires (`exp`, RFC 7519 4.1.4), in epoch ms: that of `authorization`, otherwise
 * the first one in its cookies. Null without one, or if it never expires.
 */
export function credentialExpiry(headers: Headers): number | null {
  const token = TOKEN.exec(headerOf(headers, 'authorization') ?? '') ?? TOKEN.exec(headerOf(headers, 'cookie') ?? '');
  if (token === null) return null;
  try {
    const { exp } = decodeJwt(token[0]);
    return typeof exp === 'number' && exp > 0 && exp * 1000 <= MAX_TIME ? Math.floor(exp * 1000) : null;
  } catch {
    return null;
  }
}
