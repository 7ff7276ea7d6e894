import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Most bytes that one recorded body may unfold to; more stays as it was recorded. */
const MOST_BYTES = 64 * 1024 * 1024;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  // Half of the world sends raw deflate under this name, the other half zlib (RFC 9110 8.4.1.2).
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options),
};

/** Undoes a content-encoding; null where one of its codings is unknown or the bytes are not in it (decoded before, or cut). */
export function decodeContent(encoding: string, bytes: Uint8Array): Uint8Array | null {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || codings.length > 4) return null;
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    const next = decoder && attempt(decoder, decoded);
    if (!next) return null;
    decoded = next;
  }
  return decoded;
}

function attempt(decoder: Decoder, bytes: Uint8Array): Uint8Array | null {
  try {
    return decoder(bytes, { maxOutputLength: MOST_BYTES });
  } catch (fault) {
    // zlib says by exceptions of every kind that bytes are not in its format or unfold to too much.
    if (fault instanceof Error) return null;
    throw fault;
  }
}

/** Bytes as a body: text where they are UTF-8, else base64. */
export function bodyOf(bytes: Uint8Array): { body: string; bodyEncoding: 'utf8' | 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer)
    ? { body: buffer.toString('utf8'), bodyEncoding: 'utf8' }
    : { body: buffer.toString('base64'), bodyEncoding: 'base64' };
}

/** The body that lenient base64 holds, with or without line breaks and padding; null where it is none. */
export function bodyOfBase64(text: string): { body: string; bodyEncoding: 'utf8' | 'base64' } | null {
  const packed = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(packed) ? bodyOf(Buffer.from(packed, 'base64')) : null;
}
