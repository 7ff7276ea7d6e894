import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RESERVE_FILE } from '../data-files.ts';

const PART_BYTES = 1024 * 1024;

/** A file of a data directory that only reserves room. */
export interface ReserveFile {
  isHeld(): boolean;
  /** Throws, and leaves nothing behind, where there is no room. */
  make(): void;
  release(): void;
}

/** A reserve file of so many bytes; `write` is how its bytes reach the disk. */
export function reserveFile(
  dataDir: string,
  bytes: number,
  write: (handle: number, part: Uint8Array) => unknown = writeSync,
): ReserveFile {
  const file = join(dataDir, RESERVE_FILE);
  const release = () => rmSync(file, { force: true });
  return {
    isHeld: () => statSync(file, { throwIfNoEntry: false })?.size === bytes,

    make() {
      release();
      // Not zeros: a file system that compresses would give them no room.
      const part = randomFillSync(new Uint8Array(PART_BYTES));
      const handle = openSync(file, 'w', 0o600);
      try {
        for (let written = 0; written < bytes; written += PART_BYTES)
          write(handle, part.subarray(0, Math.min(PART_BYTES, bytes - written)));
      } catch (fault) {
        release();
        throw fault;
      } finally {
        closeSync(handle);
      }
    },

    release,
  };
}
