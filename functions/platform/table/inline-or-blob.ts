import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { blobBytes } from '../blob-bytes.ts';
import { sha256Hex } from '../values/sha256.ts';
import type { Blobs, Item } from '../world.ts';

/** Maximum compressed bytes inside a row; larger values go to a blob (rows hold 350 KB in total). */
const MAX_INLINE_BYTES = 256 * 1024;

/** Stores JSON values that may be large: zstd-compressed in the row's `data`, or in a blob that its `blob` names. */
export function inlineOrBlob(blobs: Blobs) {
  return {
    /**
     * Returns the row members that hold the value; a large one goes to a blob whose key includes its digest, so that a
     * rewrite never collides with other bytes.
     */
    async write(key: string, value: unknown): Promise<{ data: Uint8Array } | { blob: string }> {
      const bytes = zstdCompressSync(JSON.stringify(value));
      if (bytes.byteLength <= MAX_INLINE_BYTES) return { data: bytes };
      const blob = `${key}-${sha256Hex(bytes).slice(0, 16)}`;
      await blobs.put(blob, bytes);
      return { blob };
    },

    /** Reads the value that `write` stored; undefined if its bytes have expired. */
    async read(item: Item): Promise<unknown> {
      const bytes = item.data ?? (typeof item.blob === 'string' ? await blobBytes(blobs, item.blob) : undefined);
      return bytes && JSON.parse(zstdDecompressSync(bytes).toString());
    },
  };
}
