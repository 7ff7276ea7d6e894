import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../world.ts';
import { TABLE_FILE } from '../data-files.ts';
import { openFile } from '../table-rows.ts';

/** Pages of one transaction of `shrink`: under 10 ms. */
const PASS_PAGES = 512;
/** Free pages per page in use that a file keeps for the next rows, so that it is at most 1.25 times its live pages. */
const MAX_FREE_SHARE = 0.25;
/** https://www.sqlite.org/pragma.html#pragma_auto_vacuum */
const INCREMENTAL = 2;
/**
 * A conversion rewrites what is in use, about 60 MB a second. A larger file keeps its size and reuses its free pages.
 */
const MAX_CONVERTED_AT_START_BYTES = 256 * 1024 * 1024;

const pragma = (database: DatabaseSync, name: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

/** Size of the table file, in bytes. */
export interface FileUse {
  /** Pages that hold rows and indexes. */
  liveBytes: number;
  /** Pages that earlier rows have left. */
  freeBytes: number;
}

/** Measures the table file by two numbers of its header. */
export function fileUse(database: DatabaseSync): FileUse {
  const [size, pages, free] = ['page_size', 'page_count', 'freelist_count'].map((name) => pragma(database, name));
  const [pageSize = 0, pageCount = 0, freePages = 0] = [size, pages, free];
  return { liveBytes: (pageCount - freePages) * pageSize, freeBytes: freePages * pageSize };
}

/** Gives free pages of an open table file back to the disk, in short transactions. */
export function fileShrinker(database: DatabaseSync, write: <T>(work: () => T) => Promise<T>) {
  const isIncremental = pragma(database, 'auto_vacuum') === INCREMENTAL;

  function hasExcess(): boolean {
    const { liveBytes, freeBytes } = fileUse(database);
    return freeBytes > liveBytes * MAX_FREE_SHARE;
  }

  return {
    /**
     * Shrinks the file while it has more free pages than a quarter of those in use, and until a time
     * (`performance.now()`).
     */
    async shrink(until: number): Promise<void> {
      if (!isIncremental || !hasExcess()) return;
      do {
        await write(() => database.exec(`PRAGMA incremental_vacuum(${PASS_PAGES})`));
      } while (hasExcess() && performance.now() < until);
      if (!hasExcess()) truncateLog(database);
    },
  };
}

/** Moves the write-ahead log into the file and empties it, unless another connection reads at the moment. */
function truncateLog(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.exec('PRAGMA busy_timeout = 10000');
  }
}

export interface ConversionOptions {
  log: Pick<Log, 'info'>;
  /** Free bytes of the disk. */
  room: number;
  maxBytes?: number;
}

/**
 * Rewrites the table file of a release that never shrank it, so that it is small and can shrink from now on; only under
 * the lock of the directory. Does nothing to other files, and where there is no room for a copy.
 */
export function convertToShrinking(
  dataDir: string,
  { log, room, maxBytes = MAX_CONVERTED_AT_START_BYTES }: ConversionOptions,
): 'converted' | 'not needed' | 'too large' | 'no room' {
  const file = join(dataDir, TABLE_FILE);
  if (!existsSync(file) || !needsConversion(file)) return 'not needed';
  const database = openFile(file);
  try {
    const { liveBytes, freeBytes } = fileUse(database);
    // The copy, and the same once more in the write-ahead log.
    const refused = liveBytes > maxBytes ? 'too large' : room < 3 * liveBytes ? 'no room' : null;
    if (refused !== null) {
      log.info('table file not compacted', { reason: refused, live_bytes: liveBytes, free_bytes: freeBytes });
      return refused;
    }
    database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
    truncateLog(database);
    log.info('table file compacted', { live_bytes: liveBytes, free_bytes: freeBytes });
    return 'converted';
  } finally {
    database.close();
  }
}

function needsConversion(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return pragma(database, 'user_version') > 0 && pragma(database, 'auto_vacuum') !== INCREMENTAL;
  } finally {
    database.close();
  }
}
