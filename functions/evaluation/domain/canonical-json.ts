import canonicalize from 'canonicalize';
import type { Digest } from '../../platform/values/digest.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';

/**
 * Canonical form of a JSON value (RFC 8785): names sorted by UTF-16 code units, numbers formatted as in ECMAScript.
 * Undefined members are omitted. Throws for values that JSON cannot represent: lone surrogates, NaN, infinities,
 * undefined.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only JSON values have a canonical form');
  return text;
}

/** sha256 of the canonical form in UTF-8 (evaluation 3.4). */
export const digestOfJson = (value: unknown): Digest => sha256(canonicalJson(value));

/** sha256 of the raw bytes (evaluation 3.4). */
export const digestOfBytes = (bytes: Uint8Array): Digest => sha256(bytes);

/** Previous digest of the first link of a chain (evaluation 5.7). */
export const GENESIS_DIGEST: Digest = `sha256:${'0'.repeat(64)}`;

const sha256 = (data: string | Uint8Array): Digest => `sha256:${sha256Hex(data)}`;
