import { statfsSync } from 'node:fs';
import { faultFacts } from '../../fault-facts.ts';
import type { Log } from '../../world.ts';
import { type ReserveFile, reserveFile } from './reserve-file.ts';

/** What is kept free for deletions: in the reserve file, and again on the disk before it counts as low. @internal */
export const RESERVE_BYTES = 16 * 1024 * 1024;
/** With less, a write may fail at any moment, and the reserve is given up. */
const MIN_FREE_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 5_000;

/** The room on the disk of a data directory. */
export interface DiskRoom {
  /** Whether only what makes room, or is small, may still be written. */
  isLow(): boolean;
  /** Gives the reserve up after a write found the disk full; false if there was none. */
  makeRoom(): boolean;
  /** Looks at the disk; runs automatically every five seconds. */
  look(): void;
  close(): void;
}

export interface DiskRoomOptions {
  log: Pick<Log, 'warn' | 'info' | 'error'>;
  /** Free bytes of the disk for this process; of the real one by default. */
  freeBytes?(): number;
  reserve?: ReserveFile;
}

/**
 * Watches the disk of a data directory. A reserve file of 16 MiB is given up when the disk is full, so that deletions,
 * expiry and logins still work, and made again when the disk has twice as much. In between the disk is low.
 */
export function diskRoom(
  dataDir: string,
  { log, freeBytes = () => freeBytesOf(dataDir), reserve = reserveFile(dataDir, RESERVE_BYTES) }: DiskRoomOptions,
): DiskRoom {
  let isLow = false;

  function judge(free: number): void {
    const isNow = !reserve.isHeld() || free < RESERVE_BYTES;
    if (isNow && !isLow) log.warn('the disk is low', { free_bytes: free });
    if (!isNow && isLow) log.info('the disk has space again', { free_bytes: free });
    isLow = isNow;
  }

  function release(): boolean {
    if (!reserve.isHeld()) return false;
    reserve.release();
    log.warn('the disk reserve is released');
    return true;
  }

  function look(): void {
    try {
      let free = freeBytes();
      if (free < MIN_FREE_BYTES && release()) free = freeBytes();
      else if (!reserve.isHeld() && free >= 2 * RESERVE_BYTES) {
        reserve.make();
        free -= RESERVE_BYTES;
      }
      judge(free);
    } catch (fault) {
      if (!isLow) log.error('the disk could not be checked', faultFacts(fault));
      isLow = true;
    }
  }

  look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    isLow: () => isLow,
    makeRoom() {
      const isMade = release();
      if (!isLow) log.warn('the disk is low', { free_bytes: 0 });
      isLow = true;
      return isMade;
    },
    look,
    close: () => clearInterval(timer),
  };
}

/** Gives the reserve up where the disk is so full that a start could not even read its table. */
export function makeRoomForStart(dataDir: string): void {
  if (freeBytesOf(dataDir) < MIN_FREE_BYTES) reserveFile(dataDir, RESERVE_BYTES).release();
}

/** Free bytes of the disk of a directory, for a process without special rights. */
export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
