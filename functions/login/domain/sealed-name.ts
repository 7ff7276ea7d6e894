import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (pepper: Uint8Array, purpose: string) => Buffer.from(hkdfSync('sha256', pepper, '', purpose, 32));

/**
 * Seals a user name for the row of the user with this digest, so that lists can show it and the table does not.
 * The nonce follows from the name: one name is always sealed alike, and no nonce is used for two names.
 */
export function sealName(userName: string, { digest, pepper }: { digest: string; pepper: Uint8Array }): string {
  const iv = createHmac('sha256', keyOf(pepper, 'nonces of user names'))
    .update(userName)
    .digest()
    .subarray(0, IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(pepper, 'user names'), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(digest));
  const sealed = Buffer.concat([cipher.update(userName, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens a sealed user name; throws if it was sealed for another digest or changed. */
export function openName(sealed: string, { digest, pepper }: { digest: string; pepper: Uint8Array }): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const cipher = createDecipheriv(ALGORITHM, keyOf(pepper, 'user names'), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(digest));
  cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
}
