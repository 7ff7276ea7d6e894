import { buffer } from 'node:stream/consumers';
import type { Blobs } from './world.ts';

/** Reads all bytes of a blob; undefined if it does not exist. */
export async function blobBytes(blobs: Blobs, key: string): Promise<Uint8Array | undefined> {
  const stream = await blobs.get(key);
  return stream && buffer(stream);
}
