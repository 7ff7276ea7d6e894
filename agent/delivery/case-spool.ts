import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Cases that wait on disk for the service, a file for each batch; files of processes that ended are taken over. */
export interface CaseSpool {
  /** Whether cases can be protected, and so written. */
  isReady(): boolean;
  /** False if there is no room, or the disk refuses. */
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
  { now, pid, protect }: { now(): number; pid: number; protect(): ((line: string) => string) | null },
): CaseSpool {
  let files = takeOver(folder, pid);
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
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, file), text, { mode: 0o600, flag: 'wx' });
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

/** Files of this folder whose process has ended, renamed to be this one's, the oldest first. */
function takeOver(folder: string, pid: number): string[] {
  const found: { file: string; time: number }[] = [];
  for (const name of namesIn(folder)) {
    const [, owner, time, sequence] = FILE.exec(name) ?? [];
    if (owner === undefined || (Number(owner) !== pid && isAlive(Number(owner)))) continue;
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
