import { blobBytes } from '../blob-bytes.ts';
import { DamagedData, undefinedIfDamaged } from '../values/damaged-data.ts';
import { sha256Hex } from '../values/sha256.ts';
import { jsonOfStored, type StoredJson, type StoredValue, sizeOfStored, storedJson } from '../values/stored-json.ts';
import type { Blobs, Item } from '../world.ts';

/** The members of a row whose value is in a blob: its key, and the bytes of its JSON text. */
export interface StoredBlob {
  blob: string;
  blobSize: number;
}

/** Assumed of a blob whose row does not say how large its value is: rows from before they did. */
const MAX_SIZE = 64 * 1024 * 1024;

const MAX_CHECKED_SIZE = 64 * 1024;

/** Stores JSON values that may be large: zstd-compressed in the row's `data`, or in a blob that its `blob` names. */
export function inlineOrBlob(blobs: Blobs) {
  /** Writes what `storedJson` made, possibly in another thread. */
  async function writeStored(key: string, stored: StoredJson) {
    return stored.digest === null ? { data: stored.bytes } : writeBlob(key, stored);
  }

  /** Writes it to a blob, also if it is small. */
  async function writeBlob(key: string, { bytes, size, digest }: StoredJson): Promise<StoredBlob> {
    const blob = `${key}-${digest ?? digestOf(bytes)}`;
    await blobs.put(blob, bytes);
    return { blob, blobSize: size };
  }

  return {
    writeStored,
    writeBlob,

    /**
     * Returns the row members that hold the value; a large one goes to a blob whose key includes its digest, so that a
     * rewrite never collides with other bytes.
     */
    write: async (key: string, value: unknown): Promise<{ data: Uint8Array } | StoredBlob> =>
      writeStored(key, storedJson(value)),

    /** Copies the blob that a row names, if any, to a new key; undefined if it has expired. */
    async copy(item: Item, key: string): Promise<string | undefined> {
      if (typeof item.blob !== 'string') return undefined;
      const bytes = await intactBlob(blobs, item.blob);
      if (bytes === undefined) return undefined;
      const to = blobKey(key, bytes);
      await blobs.put(to, bytes);
      return to;
    },

    /**
     * Reads the value that `write` stored; undefined if its bytes have expired. Throws DamagedData if they are not what
     * was stored.
     */
    async read(item: Item): Promise<unknown> {
      const bytes = await bytesOf(blobs, item);
      try {
        return bytes && jsonOfStored(bytes);
      } catch (cause) {
        throw new DamagedData(typeof item.blob === 'string' ? { blob: item.blob } : { pk: item.pk, sk: item.sk }, {
          cause,
        });
      }
    },

    /** Whether its bytes are there and not what was stored. */
    isDamaged: (item: Item): Promise<boolean> => isDamaged(blobs, item),

    /** The value that `write` stored, to be read where it is used; a damaged one as if it had expired. */
    stored(item: Item): StoredValue {
      const { data, blobSize } = item;
      const size = data === undefined ? blobSize : sizeOfStored(data);
      return {
        size: typeof size === 'number' ? size : MAX_SIZE,
        bytes: async () => (data === undefined ? undefinedIfDamaged(bytesOf(blobs, item)) : Uint8Array.from(data)),
      };
    },
  };
}

const bytesOf = async (blobs: Blobs, item: Item): Promise<Uint8Array | undefined> =>
  item.data ?? (typeof item.blob === 'string' ? intactBlob(blobs, item.blob) : undefined);

async function isDamaged(blobs: Blobs, item: Item): Promise<boolean> {
  let isForeign = false;
  const bytes = await undefinedIfDamaged(bytesOf(blobs, item), () => {
    isForeign = true;
  });
  // Larger values are checked by their row or their blob alone: to read them here would take too long.
  if (bytes === undefined || (sizeOfStored(bytes) ?? 0) > MAX_CHECKED_SIZE) return isForeign;
  try {
    jsonOfStored(bytes);
    return isForeign;
  } catch {
    return true;
  }
}

const DIGEST = /-([0-9a-f]{16})$/;

const digestOf = (bytes: Uint8Array) => sha256Hex(bytes).slice(0, 16);
const blobKey = (key: string, bytes: Uint8Array) => `${key}-${digestOf(bytes)}`;

/** Blobs that older versions kept for pinned cases have no digest in their keys. */
async function intactBlob(blobs: Blobs, key: string): Promise<Uint8Array | undefined> {
  const bytes = await blobBytes(blobs, key);
  const digest = DIGEST.exec(key)?.[1];
  if (bytes !== undefined && digest !== undefined && digestOf(bytes) !== digest) throw new DamagedData({ blob: key });
  return bytes;
}
