import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Cases that wait on disk for the service, a file for each batch; files of processes that ended are taken over. */
export interface CaseSpool {
  /** Whether cases can be protected, and so written. */
  isReady(): boolean;
  /** Once true, the cases survive a loss of power. False if there is no room, or the disk refuses. */
  write(lines: readonly string[]): boolean;
  /** The oldest batch; null if there is none. */
  next(): { lines: string[]; remove(): void } | null;
}

const FILE = /^cases-(\d+)-(\d+)-(\d+)\.ndjson$/;

/** Opens the spool of a folder, which is created. `protect` gives what seals a case before it
 * is written; null until the key is known. */
export function caseSpool(
  folder: string,
  maxBytes: number,
  {
    now,
    pid,
    bootedAt,
    protect,
  }: { now(): number; pid: number; bootedAt: number; protect(): ((line: string) => string) | null },
): CaseSpool {
  let files = takeOver(folder, { pid, bootedAt });
  let bytes = files.reduce((sum, file) => sum + sizeOf(join(folder, file)), 0);
  let sequence = 0;

  return {
    isReady: () => protect() !== null,
    write: (lines) => {
      const sealed = protect();
      if (sealed === null) return false;
      const text = `${lines.map(sealed).join('\n')}\n`;
      const size = Buffer.byteLength(text);
      if (bytes + size > maxBytes) return false;
      const file = `cases-${pid}-${now()}-${sequence++}.ndjson`;
      try {
        makeFolder(folder);
        writeFileSync(join(folder, file), text, { mode: 0o600, flag: 'wx', flush: true });
        syncFolder(folder);
      } catch {
        return false;
      }
      files.push(file);
      bytes += size;
      return true;
    },
    next: () => {
      const [file] = files;
      if (file === undefined) return null;
      const path = join(folder, file);
      const remove = () => {
        bytes -= sizeOf(path);
        rmSync(path, { force: true });
        files = files.filter((one) => one !== file);
      };
      try {
        return { lines: readFileSync(path, 'utf8').split('\n').filter(Boolean), remove };
      } catch {
        files = files.filter((one) => one !== file);
        return null;
      }
    },
  };
}

/** Makes a folder, and its name and those of new folders above it durable. */
function makeFolder(folder: string): void {
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let at = folder; created !== undefined; at = dirname(at)) {
    syncFolder(dirname(at));
    if (at === created || dirname(at) === at) return;
  }
}

/** A file may be lost with its name, whatever of it was synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Files of this folder whose process has ended, renamed to be this one's, the oldest first. After a start of the
 * machine another process may have the id of one that wrote before.
 */
function takeOver(folder: string, { pid, bootedAt }: { pid: number; bootedAt: number }): string[] {
  const found: { file: string; time: number }[] = [];
  for (const name of namesIn(folder)) {
    const [, owner, time, sequence] = FILE.exec(name) ?? [];
    if (owner === undefined) continue;
    const isOfOther = Number(time) >= bootedAt && Number(owner) !== pid && isAlive(Number(owner));
    if (isOfOther) continue;
    const file = `cases-${pid}-${time}-${owner}${sequence}.ndjson`;
    try {
      renameSync(join(folder, name), join(folder, file));
      found.push({ file, time: Number(time) });
    } catch {
      // Another process took it.
    }
  }
  return found.sort((a, b) => a.time - b.time).map(({ file }) => file);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was spooled yet
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'; // of kill
  }
}
