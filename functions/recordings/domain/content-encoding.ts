import { isUtf8 } from 'node:buffer';
import zlib, { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Maximum decoded bytes of one recorded body, as of a replayed one; a larger one stays as it was recorded. JSON writes
 * some bytes as six, which the heap of a thread has to hold.
 */
const MAX_BYTES = 16 * 1024 * 1024;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** Whether this Node can decode zstd: from 22.15. `replay` runs on older ones too. */
export const HAS_ZSTD = 'zstdDecompressSync' in zlib;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  ...(HAS_ZSTD && { zstd: zlib.zstdDecompressSync }),
  // Servers send both raw deflate and zlib under this name (RFC 9110 8.4.1.2).
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options),
};

/**
 * Decodes a content-encoding; null if a coding is unknown or the bytes do not match it (already decoded, or truncated).
 */
export const decodeContent = (encoding: string, bytes: Uint8Array): Uint8Array | null =>
  decode(encoding, bytes).decoded;

/** Decodes like `decodeContent`; 'exhausted' once the bodies so far took as many bytes as the budget has. */
export type BudgetedDecoder = (encoding: string, bytes: Uint8Array) => Uint8Array | null | 'exhausted';

/** Makes a decoder of at most this many bytes, exceeded by no more than one body; `left` is what remains of them. */
export function budgetedDecoder(maxBytes: number): { decode: BudgetedDecoder; left(): number } {
  let room = maxBytes;
  return {
    decode(encoding, bytes) {
      if (room <= 0) return 'exhausted';
      const { decoded, cost } = decode(encoding, bytes);
      room -= cost;
      return decoded;
    },
    left: () => room,
  };
}

interface Decoded {
  decoded: Uint8Array | null;
  /** Bytes that were decompressed, also in vain. */
  cost: number;
}

function decode(encoding: string, bytes: Uint8Array): Decoded {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || codings.length > 4) return { decoded: null, cost: 0 };
  let decoded = bytes;
  let cost = 0;
  for (const coding of codings.reverse()) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decoder) return { decoded: null, cost };
    const next = attempt(decoder, decoded);
    cost += next.cost;
    if (next.decoded === null) return { decoded: null, cost };
    decoded = next.decoded;
  }
  return { decoded, cost };
}

function attempt(decoder: Decoder, bytes: Uint8Array): Decoded {
  try {
    const decoded = decoder(bytes, { maxOutputLength: MAX_BYTES });
    return { decoded, cost: decoded.length };
  } catch (fault) {
    // zlib throws various exceptions if the bytes are invalid or expand to too much.
    if (!(fault instanceof Error)) throw fault;
    const isBomb = 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
    return { decoded: null, cost: isBomb ? MAX_BYTES : Math.min(MAX_BYTES, bytes.length * ratioOf(bytes)) };
  }
}

/** Deflate expands bytes by at most this. */
const MAX_RATIO = 1032;

/** What bytes may have expanded to before they turned out to be invalid; those without a signature fail at once. */
const ratioOf = (bytes: Uint8Array): number =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x28 && bytes[1] === 0xb5) ? MAX_RATIO : 1;

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
