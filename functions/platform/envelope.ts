import { createCipheriv, createDecipheriv } from 'node:crypto';
import * as v from 'valibot';

/** What a sealed text belongs to; under any other context it cannot be opened (facts: auth, channel secrets at rest). */
export interface SealContext {
  tenant: string;
  /** Id of what the text is a member of. */
  subject: string;
  field: string;
}

const Base64 = v.pipe(v.string(), v.base64());

const Envelope = v.object({
  v: v.literal(1),
  /** The key that sealed the data key. */
  kid: v.pipe(v.string(), v.nonEmpty()),
  /** The data key, sealed. */
  edk: Base64,
  iv: Base64,
  ct: Base64,
  tag: Base64,
});
/** A text sealed with AES-256-GCM under a data key of its own; every part but the version and the key's id in base64. */
export type Envelope = v.InferOutput<typeof Envelope>;

/** A key of 32 bytes, and 12 bytes that were never used with it before. */
export interface Cipher {
  key: Uint8Array;
  iv: Uint8Array;
}

/** Bytes of an authentication tag; a shorter one is no proof. */
const TAG_BYTES = 16;

/** Seals bytes for a context. */
export function encrypt({ key, iv }: Cipher, bytes: Uint8Array, context: SealContext): { ct: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(boundTo(context));
  return { ct: Buffer.concat([cipher.update(bytes), cipher.final()]), tag: cipher.getAuthTag() };
}

/** Opens sealed bytes; throws under another key or context, and where a bit of them has changed. */
export function decrypt(
  { key, iv }: Cipher,
  { ct, tag }: { ct: Uint8Array; tag: Uint8Array },
  context: SealContext,
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(ct), decipher.final()]);
}

/** Puts a text into an envelope. */
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

/** Reads an envelope without opening it; throws where the text is none. */
export const readEnvelope = (sealed: string): Envelope => v.parse(Envelope, JSON.parse(sealed));

/** The text of an envelope whose data key is known; throws as `decrypt` does. */
export function openText({ iv, ct, tag }: Envelope, key: Uint8Array, context: SealContext): string {
  return decrypt({ key, iv: bytes(iv) }, { ct: bytes(ct), tag: bytes(tag) }, context).toString('utf8');
}

/** A list and no joined text: no two contexts read the same. */
const boundTo = ({ tenant, subject, field }: SealContext) => Buffer.from(JSON.stringify([tenant, subject, field]));

const base64 = (part: Uint8Array) => Buffer.from(part).toString('base64');
const bytes = (text: string) => Buffer.from(text, 'base64');
