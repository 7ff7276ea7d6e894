import { deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * How a text is stored. The first byte names the form. A zstd frame begins with its magic number (RFC 8878 3.1.1);
 * earlier versions wrote no other form.
 *
 * | first byte | then |
 * | --- | --- |
 * | `PLAIN` | the text |
 * | `DEFLATED` | bytes of the text, and the text compressed (RFC 1951) |
 * | `AROUND` | bytes of the texts before and after, these two, and the stored text that is between them |
 *
 * Texts are UTF-8. Numbers of bytes are 32 bits, little-endian.
 */
const PLAIN = 0;
const DEFLATED = 1;
const AROUND = 2;

/** Shorter texts hardly get smaller, bytes. */
const MIN_COMPRESSED_BYTES = 256;
/** Up to this size, deflate costs less than making a context of zstd, bytes. */
const MAX_DEFLATED_BYTES = 8 * 1024;
/** The least that node takes for a chunk. */
const MIN_CHUNK_BYTES = 64;

/** Compresses a text, into a buffer of its own. */
export function compressed(text: Buffer): Uint8Array {
  if (text.byteLength < MIN_COMPRESSED_BYTES) return joined(Uint8Array.of(PLAIN), text);
  if (text.byteLength > MAX_DEFLATED_BYTES) return new Uint8Array(zstdCompressSync(text));
  return joined(Uint8Array.of(DEFLATED), sizes(text), deflated(text));
}

/** Deflates by the size of a text: with what it would do for a longer one, most of the time goes into its memory. */
function deflated(text: Buffer): Buffer {
  const bits = Math.ceil(Math.log2(text.byteLength));
  return deflateRawSync(text, {
    windowBits: Math.max(MIN_WINDOW_BITS, bits),
    // It holds 2 ** (memLevel + 6) symbols, which are as many as bytes, before it ends a block.
    memLevel: bits - 6,
    chunkSize: text.byteLength,
  });
}

/** What zlib supports without a header. */
const MIN_WINDOW_BITS = 9;

/** Puts texts around one that is stored already, into a buffer of its own. */
export function storedAround(before: Buffer, stored: Uint8Array, after: Buffer): Uint8Array {
  return joined(Uint8Array.of(AROUND), sizes(before, after), before, after, stored);
}

/** The text in stored bytes. Throws if they are not what was stored. */
export function textOf(stored: Uint8Array): string {
  const bytes = viewOf(stored);
  switch (bytes[0]) {
    case PLAIN:
      return bytes.toString('utf8', 1);
    case DEFLATED: {
      const size = bytes.readUInt32LE(1);
      const options = { chunkSize: Math.max(MIN_CHUNK_BYTES, size + 1), maxOutputLength: Math.max(1, size) };
      return inflateRawSync(bytes.subarray(5), options).toString();
    }
    case AROUND: {
      const [before, after] = [9 + bytes.readUInt32LE(1), 9 + bytes.readUInt32LE(1) + bytes.readUInt32LE(5)];
      return bytes.toString('utf8', 9, before) + textOf(bytes.subarray(after)) + bytes.toString('utf8', before, after);
    }
    default:
      return zstdDecompressSync(bytes).toString();
  }
}

/** Bytes of the text in stored bytes, without reading it; null if they do not say. */
export function sizeOfText(stored: Uint8Array): number | null {
  const bytes = viewOf(stored);
  if (bytes[0] === PLAIN) return bytes.byteLength - 1;
  if (bytes[0] === DEFLATED) return bytes.byteLength < 5 ? null : bytes.readUInt32LE(1);
  if (bytes[0] !== AROUND) return sizeOfFrame(bytes);
  if (bytes.byteLength < 9) return null;
  const around = bytes.readUInt32LE(1) + bytes.readUInt32LE(5);
  const between = sizeOfText(bytes.subarray(9 + around));
  return between === null ? null : around + between;
}

/** Bytes of the text in a zstd frame, by its header (RFC 8878 3.1.1.1). */
function sizeOfFrame(bytes: Buffer): number | null {
  const frame = Buffer.alloc(MAX_HEADER_BYTES);
  bytes.copy(frame, 0, 0, MAX_HEADER_BYTES);
  if (bytes.byteLength < MIN_FRAME_BYTES || frame.readUInt32LE(0) !== MAGIC) return null;
  const descriptor = frame.readUInt8(4);
  const hasWindow = (descriptor & 0x20) === 0;
  const at = 5 + (hasWindow ? 1 : 0) + (DICTIONARY_BYTES[descriptor & 3] ?? 0);
  switch (descriptor >> 6) {
    case 0:
      return hasWindow ? null : frame.readUInt8(at);
    case 1:
      return frame.readUInt16LE(at) + 256;
    case 2:
      return frame.readUInt32LE(at);
    default:
      return Number(frame.readBigUInt64LE(at));
  }
}

const MAGIC = 0xfd2fb528;
const MIN_FRAME_BYTES = 9;
const MAX_HEADER_BYTES = 18;
const DICTIONARY_BYTES = [0, 1, 2, 4];

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

function sizes(...texts: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(4 * texts.length);
  for (const [at, text] of texts.entries()) bytes.writeUInt32LE(text.byteLength, 4 * at);
  return bytes;
}

/** All bytes in a new array that shares its buffer with no other. */
function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
