const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as interface 10 writes it. */
export interface BodyText {
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** Bytes as text where they are UTF-8, else as base64; nothing at all is null. */
export function bodyTextOf(bytes: Uint8Array): BodyText {
  if (bytes.byteLength === 0) return { body: null, bodyEncoding: 'utf8' };
  try {
    return { body: UTF8.decode(bytes), bodyEncoding: 'utf8' };
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    return {
      body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      bodyEncoding: 'base64',
    };
  }
}

/** The bytes of a body that `bodyTextOf` or a recorder wrote. */
export const bodyBytesOf = ({ body, bodyEncoding }: BodyText): Uint8Array =>
  body === null ? new Uint8Array() : Buffer.from(body, bodyEncoding);
