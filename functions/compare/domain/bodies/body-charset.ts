import { isUtf8 } from 'node:buffer';

/**
 * Returns the body as UTF-8 without a byte order mark: a body that is not UTF-8 is decoded by its mark or by the
 * charset of its content-type, and stays as it is if neither fits.
 */
export function asUtf8(body: Uint8Array, contentType: string): Uint8Array {
  const marked = (body[0] ?? 0) < MIN_MARK ? undefined : markOf(body);
  if (marked?.charset === 'utf-8') return body.subarray(3);
  const charset = marked?.charset ?? CHARSET.exec(contentType)?.[1]?.toLowerCase();
  // Many servers declare a charset that they do not use; text in another charset is almost never valid UTF-8.
  if (charset === undefined || (isUtf8(body) && !charset.startsWith('utf-16'))) return body;
  try {
    return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(body));
  } catch (error) {
    // An unknown charset (RangeError) or bytes invalid in it (TypeError): not a text.
    if (error instanceof RangeError || error instanceof TypeError) return body;
    throw error;
  }
}

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
];

/** The lowest first byte of a mark. */
const MIN_MARK = 0xef;

const markOf = (body: Uint8Array) => MARKS.find(({ bytes }) => bytes.every((byte, at) => body[at] === byte));

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;
