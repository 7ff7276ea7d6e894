import { isSealed } from '../../../platform/values/sealed-text.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';

/** Shorter values are rarely credentials, and a hash of them would help to guess them. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 16_384;

/**
 * The key of a credential: a hash of its placeholder, or of its value where credentials are kept. Null for what is too
 * short to be one, and for values that were removed. A value that was percent-encoded at its place has the key of
 * others.
 */
export function credentialKey(value: string): string | null {
  const plain = isSealed(value) ? value.replace(/^%/, '') : value;
  if (plain.length < MIN_LENGTH || plain.length > MAX_LENGTH || /^[[*]|\s/.test(plain)) return null;
  return sha256Hex(plain).slice(0, 24);
}
