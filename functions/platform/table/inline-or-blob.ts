import { blobBytes } from '../blob-bytes.ts';
import { jsonOfStored, type StoredJson, type StoredValue, sizeOfStored, storedJson } from '../values/stored-json.ts';
import type { Blobs, Item } from '../world.ts';

/** Assumed of a blob whose row does not say how large its value is: rows from before they did. */
const MAX_SIZE = 64 * 1024 * 1024;

/** Stores JSON values that may be large: zstd-compressed in the row's `data`, or in a blob that its `blob` names. */
export function inlineOrBlob(blobs: Blobs) {
  /** Writes what `storedJson` made, possibly in another thread. */
  async function writeStored(key: string, { bytes, size, digest }: StoredJson) {
    if (digest === null) return { data: bytes };
    const blob = `${key}-${digest}`;
    await blobs.put(blob, bytes);
    return { blob, blobSize: size };
  }

  const bytesOf = async (item: Item): Promise<Uint8Array | undefined> =>
    item.data ?? (typeof item.blob === 'string' ? blobBytes(blobs, item.blob) : undefined);

  return {
    writeStored,

    /**
     * Returns the row members that hold the value; a large one goes to a blob whose key includes its digest, so that a
     * rewrite never collides with other bytes.
     */
    write: async (key: string, value: unknown): Promise<{ data: Uint8Array } | { blob: string; blobSize: number }> =>
      writeStored(key, storedJson(value)),

    /** Reads the value that `write` stored; undefined if its bytes have expired. */
    async read(item: Item): Promise<unknown> {
      const bytes = await bytesOf(item);
      return bytes && jsonOfStored(bytes);
    },

    /** The value that `write` stored, to be read where it is used. */
    stored(item: Item): StoredValue {
      const { data, blobSize } = item;
      const size = data === undefined ? blobSize : sizeOfStored(data);
      return {
        size: typeof size === 'number' ? size : MAX_SIZE,
        bytes: async () => (data === undefined ? bytesOf(item) : Uint8Array.from(data)),
      };
    },
  };
}
