import type { FileHandle } from 'node:fs/promises';

/** Bytes that are taken again and again, each time in place of the ones before: parts would leave much garbage. */
export function reusedBuffer(): (length: number) => Buffer {
  let kept = Buffer.alloc(0);
  return (length) => {
    if (kept.length < length) kept = Buffer.allocUnsafeSlow(length);
    return kept.subarray(0, length);
  };
}

/** Fills bytes with those of a file from a position on; fewer if the file has become shorter. */
export async function readInto(bytes: Buffer, handle: FileHandle, start: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
