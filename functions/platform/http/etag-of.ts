import { hash } from 'node:crypto';
import type { ApiResponse } from './api.ts';

/** The strong entity tag of what is served (RFC 9110, 8.8.3): equal for equal content, whichever process serves it. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/**
 * Whether a caller has what is served (RFC 9110, 13.1.2): its `If-None-Match` names this tag, also as a weak one, which
 * proxies that compress make of it.
 */
export function isNotModified(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Headers of an answer that its caller may ask for again by its tag. `no-store` would forbid to keep what the tag is
 * of. A private cache may keep this one, but has to ask before every use, so that the rights of the caller are checked
 * each time.
 */
export const revalidated = (etag: string) => ({ etag, 'cache-control': 'private, no-cache' });

/** The response to a caller that has this answer. */
export const notModified = (etag: string) =>
  ({ status: 304, headers: revalidated(etag), bytes: new Uint8Array() }) as const satisfies ApiResponse;
