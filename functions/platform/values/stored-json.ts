import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { nextTurn } from '../time/next-turn.ts';
import { sha256Hex } from './sha256.ts';

/** Maximum compressed bytes of a value that a row holds; larger ones are kept as blobs (rows hold 350 KB in total). */
const MAX_INLINE_BYTES = 256 * 1024;

/** A JSON value in the form that it is kept in. */
export interface StoredJson {
  /** Compressed (zstd), in a buffer of their own. */
  bytes: Uint8Array;
  /** Bytes of its JSON text. */
  size: number;
  /** The first hex digits of its SHA-256, which a blob's key includes; null if a row holds it. */
  digest: string | null;
}

/** A stored value that has not been read yet. */
export interface StoredValue {
  /** Bytes of its JSON text; an upper bound if nothing says how many. */
  readonly size: number;
  /** Its compressed bytes, for `jsonOfStored`, each time a new array; undefined if they have expired. */
  bytes(): Promise<Uint8Array | undefined>;
}

/** Converts a JSON value to the form that it is kept in. */
export function storedJson(value: unknown): StoredJson {
  const text = Buffer.from(JSON.stringify(value));
  return storedBytes(new Uint8Array(zstdCompressSync(text)), text.byteLength);
}

/** Converts an object with a long list to the same form in pieces: other events are handled in between. */
export async function storedJsonOfList<Rest extends object>(
  rest: Rest,
  name: string,
  list: readonly unknown[],
): Promise<StoredJson> {
  const pieces: Buffer[] = [Buffer.from(JSON.stringify({ ...rest, [name]: [] }).slice(0, -2))];
  for (let at = 0; at < list.length; at += LISTED_AT_ONCE) {
    const text = JSON.stringify(list.slice(at, at + LISTED_AT_ONCE)).slice(1, -1);
    pieces.push(Buffer.from(at === 0 ? text : `,${text}`));
    await nextTurn();
  }
  const text = Buffer.concat([...pieces, Buffer.from(']}')]);
  const bytes = await promisify(zstdCompress)(text, { pledgedSrcSize: text.byteLength });
  return storedBytes(new Uint8Array(bytes), text.byteLength);
}

const LISTED_AT_ONCE = 200;

function storedBytes(bytes: Uint8Array, size: number): StoredJson {
  const digest = bytes.byteLength <= MAX_INLINE_BYTES ? null : sha256Hex(bytes).slice(0, 16);
  return { bytes, size, digest };
}

/** The JSON text in the bytes of a StoredJson. */
export const textOfStored = (bytes: Uint8Array): string => zstdDecompressSync(bytes).toString();

/** Parses the bytes of a StoredJson. */
export const jsonOfStored = (bytes: Uint8Array): unknown => JSON.parse(textOfStored(bytes));

/** Bytes of the JSON text in a StoredJson, by the header of its frame (RFC 8878 3.1.1.1); null if it does not say. */
export function sizeOfStored(bytes: Uint8Array): number | null {
  const frame = Buffer.alloc(MAX_HEADER_BYTES);
  frame.set(bytes.subarray(0, MAX_HEADER_BYTES));
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
