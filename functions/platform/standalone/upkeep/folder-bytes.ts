import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { undefinedIfMissing } from '../faults/undefined-if-missing.ts';

/**
 * Bytes of the files below a directory; a file with several names in it counts once. What is deleted during the walk,
 * or is not there, counts as 0.
 */
export async function folderBytes(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of (await undefinedIfMissing(readdir(directory, { withFileTypes: true }))) ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else {
      const found = await undefinedIfMissing(lstat(path));
      if (found !== undefined) bytes += found.size / Math.max(found.nlink, 1);
    }
  }
  return bytes;
}
