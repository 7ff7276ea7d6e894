import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request carries a token, as `authorization: Bearer` or `x-api-key`. */
export function tokenCheck(token: string): (headers: Headers) => boolean {
  const expected = digest(token);
  return (headers) => sentTokens(headers).some((sent) => timingSafeEqual(digest(sent), expected));
}

/** `x-api-key` serves where `authorization` is taken by the password of a proxy. */
const sentTokens = (headers: Headers): string[] =>
  [/^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1], headers.get('x-api-key')].filter(
    (sent) => typeof sent === 'string',
  );

/** Digests have equal length, so that the comparison reveals nothing. */
const digest = (text: string) => createHash('sha256').update(text).digest();
