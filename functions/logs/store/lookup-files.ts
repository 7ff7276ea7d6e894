import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import type { SignedGet, World } from '../../platform/world.ts';

/**
 * Stores answers to lookups that are too large to be streamed, each as one blob of the class `uploads`, whose last part
 * is the name that a browser gives the file.
 */
export function lookupFileStore({ blobs, newId }: Pick<World, 'blobs' | 'newId'>, tenant: string) {
  return {
    /** Stores the bytes as they are read; returns the key. */
    async put(bytes: AsyncIterable<Uint8Array>): Promise<string> {
      const key = blobKeyOf('lookups', encodeURIComponent(tenant), newId());
      await blobs.putStream(key, bytes);
      return key;
    },

    /** Reads a stored answer. Throws if it is gone. */
    async read(key: string): Promise<AsyncIterable<Uint8Array>> {
      const stream = await blobs.get(key);
      if (stream === undefined) throw new Error('the response that was just stored is gone');
      return stream;
    },

    /** A URL whose holder may download this answer, and no other, within 15 minutes. */
    address: (key: string): Promise<SignedGet> => blobs.signedGet(key, 'application/json; charset=utf-8'),
  };
}
