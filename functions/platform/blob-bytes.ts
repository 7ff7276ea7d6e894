import { buffer } from 'node:stream/consumers';
import type { Blobs } from './world.ts';

/** All bytes of a blob; undefined where it is gone. */
export async function blobBytes(blobs: Blobs, key: string): Promise<Uint8Array | undefined> {
  const stream = await blobs.get(key);
  return stream && buffer(stream);
}
