import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type OverwrittenSectors, parseNotes, type UnsyncedNotes } from './parse-notes.ts';

const SECTOR = 512;
/** Of the files with unsynced writes, the share that loses all of them, and the share that keeps all of them. */
const LOST = 0.25;
const KEPT = 0.1;

/** Whether a C compiler is there, which builds the preloaded library. */
export const canCutPower = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** Added to the titles of tests that need the compiler. */
export const NO_COMPILER = canCutPower ? '' : ' (skipped: no C compiler `cc` for the preloaded library)';

/** A data directory on a disk that loses what was not synced when the power is cut. */
export interface PowerCuts {
  /** Environment of a service that stores in the directory. */
  env: Record<string, string>;
  /**
   * After the service was killed: leaves of unsynced writes random sectors, and of unsynced changes of names the first
   * few. Returns how many writes and changes of names were unsynced.
   */
  cut(random: () => number): { writes: number; names: number };
  remove(): void;
}

/** Builds the library and notes beside `dataDir`. With `ignoresSync`, the disk ignores what it is asked to sync. */
export function powerCuts(dataDir: string, { ignoresSync }: { ignoresSync: boolean }): PowerCuts {
  const notes = mkdtempSync(join(dirname(dataDir), 'power-cut-'));
  const library = join(notes, 'lose-unsynced.so');
  const source = join(import.meta.dirname, 'lose-unsynced.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-lpthread']);
  return {
    env: {
      LD_PRELOAD: library,
      POWER_CUT_DIR: dataDir,
      POWER_CUT_NOTES: notes,
      ...(ignoresSync && { POWER_CUT_NO_SYNC: '1' }),
    },
    cut(random) {
      const log = join(notes, 'log');
      const unsynced = parseNotes(existsSync(log) ? readFileSync(log) : Buffer.alloc(0));
      loseNames(unsynced, { notes, random });
      loseSectors(unsynced, { folders: [dataDir, notes], random });
      for (const name of readdirSync(notes).filter((one) => join(notes, one) !== library)) rmSync(join(notes, name));
      const writes = [...unsynced.writes.values()].reduce((sum, { length }) => sum + length, 0);
      return { writes, names: unsynced.names.length };
    },
    remove: () => rmSync(notes, { recursive: true, force: true }),
  };
}

/** A file system with a journal keeps changes of names in their order. */
function loseNames({ names }: UnsyncedNotes, { notes, random }: { notes: string; random: () => number }): void {
  const kept = Math.floor(random() * (names.length + 1));
  const bringBack = (saved: number, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    if (saved > 0 && !existsSync(path)) linkSync(join(notes, String(saved)), path);
  };
  for (const change of names.slice(kept).toReversed()) {
    if (change.kind === 'added') rmSync(change.path, { recursive: true, force: true });
    else if (change.kind === 'renamed' && existsSync(change.path)) renameSync(change.path, change.from);
    if (change.kind !== 'added') bringBack(change.saved, change.path);
  }
}

/** Each sector has what any of its unsynced writes left, or what was there before them; the size likewise. */
function loseSectors(
  { writes }: UnsyncedNotes,
  { folders, random }: { folders: readonly string[]; random: () => number },
): void {
  const paths = new Map(folders.flatMap(filesBelow).map((path) => [statSync(path).ino, path]));
  for (const [inode, overwritten] of writes) {
    const path = paths.get(inode);
    if (path === undefined) continue;
    const fate = random();
    // The number of a file's or a sector's writes that reached the disk.
    const reached = (count: number) =>
      fate < LOST ? 0 : fate < LOST + KEPT ? count : Math.floor(random() * (count + 1));
    const sizes = [...overwritten.map(({ sizeBefore }) => sizeBefore), statSync(path).size];
    const file = openSync(path, 'r+');
    for (const [sector, versions] of versionsOf(overwritten)) {
      const version = versions[reached(versions.length)];
      if (version !== undefined) writeSync(file, version, 0, SECTOR, sector * SECTOR);
    }
    ftruncateSync(file, sizes[reached(overwritten.length)]);
    closeSync(file);
  }
}

/** What each sector had before each of its writes. */
function versionsOf(overwritten: readonly OverwrittenSectors[]): ReadonlyMap<number, readonly Buffer[]> {
  const versions = new Map<number, Buffer[]>();
  for (const { from, bytes } of overwritten)
    for (let at = 0; at < bytes.length; at += SECTOR) {
      const sector = (from + at) / SECTOR;
      versions.set(sector, [...(versions.get(sector) ?? []), bytes.subarray(at, at + SECTOR)]);
    }
  return versions;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
