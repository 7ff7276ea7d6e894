import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { nextTurn } from '../time/next-turn.ts';
import { sha256Hex } from './sha256.ts';
import { compressed, sizeOfText, storedAround, textOf } from './stored-text.ts';

/** Maximum compressed bytes of a value that a row holds; larger ones are kept as blobs (rows hold 350 KB in total). */
const MAX_INLINE_BYTES = 256 * 1024;

/** A JSON value in the form that it is kept in. */
export interface StoredJson {
  /** Compressed (stored-text.ts). */
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
  return storedBytes(compressed(text), text.byteLength);
}

/**
 * Converts an object to the same form whose member `name` is a value that is stored already: its bytes are copied as
 * they are, and not compressed again.
 */
export function storedJsonAround<Rest extends object>(rest: Rest, name: string, stored: Uint8Array): StoredJson {
  const before = Buffer.from(`{${JSON.stringify(name)}:`);
  const members = JSON.stringify(rest).slice(1);
  const bytes = storedAround(before, stored, Buffer.from(members === '}' ? members : `,${members}`));
  return storedBytes(bytes, sizeOfText(bytes) ?? 0);
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
  if (text.byteLength <= MAX_COMPRESSED_AT_ONCE) return storedBytes(compressed(text), text.byteLength);
  const bytes = await promisify(zstdCompress)(text, { pledgedSrcSize: text.byteLength });
  return storedBytes(new Uint8Array(bytes), text.byteLength);
}

const LISTED_AT_ONCE = 200;
/** Shorter texts take less time than handing them to another thread, bytes. */
const MAX_COMPRESSED_AT_ONCE = 32 * 1024;

function storedBytes(bytes: Uint8Array, size: number): StoredJson {
  const digest = bytes.byteLength <= MAX_INLINE_BYTES ? null : sha256Hex(bytes).slice(0, 16);
  return { bytes, size, digest };
}

/** The JSON text in the bytes of a StoredJson. */
export const textOfStored = textOf;

/** Parses the bytes of a StoredJson. */
export const jsonOfStored = (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes));

/** Bytes of the JSON text in a StoredJson, without reading it; null if they do not say. */
export const sizeOfStored = sizeOfText;
