import { sha256Hex } from '../../../platform/values/sha256.ts';

/** Shorter values are rarely credentials, and a hash of them would help to guess them. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 16_384;

/**
 * The key of a credential: a hash of its placeholder, or of its value where credentials are kept. Null for what is too
 * short to be one, and for values that were removed.
 */
export const credentialKey = (value: string): string | null =>
  value.length < MIN_LENGTH || value.length > MAX_LENGTH || /^[[*]|\s/.test(value)
    ? null
    : // A cookie that is percent-encoded has a sign before its placeholder.
      sha256Hex(value.replace(/^%(?=sealed\.)/, '')).slice(0, 24);
