import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { blobBytes } from '../blob-bytes.ts';
import type { Blobs, Item } from '../world.ts';

/** Most compressed bytes kept inside a row; more goes to a blob (rows hold 350 KB with everything). */
const MOST_IN_ROW = 256 * 1024;

/** JSON values that may be large: zstd-compressed in the row's `data`, or in a blob that its `blob` names. */
export function largeValues(blobs: Blobs) {
  return {
    /** The row members that hold the value; where it does not fit, a blob under `key` and its digest, so that a rewrite never meets other bytes. */
    async write(key: string, value: unknown): Promise<{ data: Uint8Array } | { blob: string }> {
      const bytes = zstdCompressSync(JSON.stringify(value));
      if (bytes.byteLength <= MOST_IN_ROW) return { data: bytes };
      const blob = `${key}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
      await blobs.put(blob, bytes);
      return { blob };
    },

    /** The value that `write` was given; undefined where its bytes are gone. */
    async read(item: Item): Promise<unknown> {
      const bytes = item.data ?? (typeof item.blob === 'string' ? await blobBytes(blobs, item.blob) : undefined);
      return bytes && JSON.parse(zstdDecompressSync(bytes).toString());
    },
  };
}
