import { createCipheriv, createDecipheriv } from 'node:crypto';
import * as v from 'valibot';

/**
 * The context that a sealed text is bound to; under any other context it cannot be opened (facts: auth, channel secrets
 * at rest).
 */
export interface SealContext {
  tenant: string;
  /** Id of the object that the text belongs to. */
  subject: string;
  field: string;
}

const Base64 = v.pipe(v.string(), v.base64());

const Envelope = v.object({
  v: v.literal(1),
  /** The id of the key that sealed the data key. */
  kid: v.pipe(v.string(), v.nonEmpty()),
  /** The sealed data key. */
  edk: Base64,
  iv: Base64,
  ct: Base64,
  tag: Base64,
});
/** A text sealed with AES-256-GCM under its own data key; every part except the version and the key's id in base64. */
export type Envelope = v.InferOutput<typeof Envelope>;

/** A key of 32 bytes, and a nonce of 12 bytes that was never used with it before. */
export interface Cipher {
  key: Uint8Array;
  iv: Uint8Array;
}

/** Length of an authentication tag; a shorter one proves nothing. */
const TAG_BYTES = 16;

/** Seals bytes for a context. */
export function encrypt({ key, iv }: Cipher, bytes: Uint8Array, context: SealContext): { ct: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(boundTo(context));
  return { ct: Buffer.concat([cipher.update(bytes), cipher.final()]), tag: cipher.getAuthTag() };
}

/** Opens sealed bytes; throws under another key or context, or if a bit has changed. */
export function decrypt(
  { key, iv }: Cipher,
  { ct, tag }: { ct: Uint8Array; tag: Uint8Array },
  context: SealContext,
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(ct), decipher.final()]);
}

/** Seals a text into an envelope. */
export function sealText(
  text: string,
  { kid, edk, ...cipher }: Cipher & { kid: string; edk: Uint8Array },
  context: SealContext,
): string {
  const { ct, tag } = encrypt(cipher, Buffer.from(text, 'utf8'), context);
  const envelope: Envelope = {
    v: 1,
    kid,
    edk: base64(edk),
    iv: base64(cipher.iv),
    ct: base64(ct),
    tag: base64(tag),
  };
  return JSON.stringify(envelope);
}

/** Parses an envelope without opening it; throws if the text is invalid. */
export const parseEnvelope = (sealed: string): Envelope => v.parse(Envelope, JSON.parse(sealed));

/** Opens an envelope with its known data key; throws like `decrypt`. */
export function openText({ iv, ct, tag }: Envelope, key: Uint8Array, context: SealContext): string {
  return decrypt({ key, iv: fromBase64(iv) }, { ct: fromBase64(ct), tag: fromBase64(tag) }, context).toString('utf8');
}

/** A list instead of a joined text, so that no two contexts serialize alike. */
const boundTo = ({ tenant, subject, field }: SealContext) => Buffer.from(JSON.stringify([tenant, subject, field]));

const base64 = (part: Uint8Array) => Buffer.from(part).toString('base64');
const fromBase64 = (text: string) => Buffer.from(text, 'base64');
