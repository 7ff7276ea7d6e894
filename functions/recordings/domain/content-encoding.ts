import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Maximum decoded bytes of one recorded body; a larger one stays as it was recorded. */
const MAX_BYTES = 64 * 1024 * 1024;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  // Servers send both raw deflate and zlib under this name (RFC 9110 8.4.1.2).
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options),
};

/**
 * Decodes a content-encoding; null if a coding is unknown or the bytes do not match it (already decoded, or truncated).
 */
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
    return decoder(bytes, { maxOutputLength: MAX_BYTES });
  } catch (fault) {
    // zlib throws various exceptions if the bytes are invalid or expand to too much.
    if (fault instanceof Error) return null;
    throw fault;
  }
}

/** Returns bytes as a body: text if they are UTF-8, else base64. */
export function bodyOf(bytes: Uint8Array): { body: string; bodyEncoding: 'utf8' | 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer)
    ? { body: buffer.toString('utf8'), bodyEncoding: 'utf8' }
    : { body: buffer.toString('base64'), bodyEncoding: 'base64' };
}

/** Decodes the body in lenient base64, with or without line breaks and padding; null if it is invalid. */
export function bodyOfBase64(text: string): { body: string; bodyEncoding: 'utf8' | 'base64' } | null {
  const packed = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(packed) ? bodyOf(Buffer.from(packed, 'base64')) : null;
}
