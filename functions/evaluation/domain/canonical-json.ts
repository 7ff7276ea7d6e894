import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Digest } from '../../platform/digest.ts';

/**
 * The canonical form of a JSON value (RFC 8785): names in order of their UTF-16 code units, numbers as ECMAScript writes them. Members
 * that are undefined are left out. Throws for what JSON cannot say: lone surrogates, NaN, infinities, undefined.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('there is no canonical form of what is no JSON value');
  return text;
}

/** sha256 of the canonical form in UTF-8 (evaluation 3.4). */
export const digestOfJson = (value: unknown): Digest => sha256(canonicalJson(value));

/** sha256 of bytes as they are (evaluation 3.4). */
export const digestOfBytes = (bytes: Uint8Array): Digest => sha256(bytes);

/** What the first link of a chain names as the one before it (evaluation 5.7). */
export const GENESIS_DIGEST: Digest = `sha256:${'0'.repeat(64)}`;

const sha256 = (data: string | Uint8Array): Digest => `sha256:${createHash('sha256').update(data).digest('hex')}`;
