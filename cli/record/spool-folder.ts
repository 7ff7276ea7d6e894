import { createHash } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CliFailure } from '../cli-failure.ts';
import type { Host } from '../host.ts';

/** Maximum recorders that share a folder. */
const MAX_SLOTS = 64;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** A file of cases, one line each, that no process writes any more. */
export interface Segment {
  path: string;
  bytes: number;
}

/** The part of a spool that this process holds until it ends in any way. */
export interface SpoolFolder {
  /** Where it writes; empty but for what it found. */
  path: string;
  /** What earlier recorders left, oldest first. */
  left: Segment[];
  release(): void;
}

/** The default folder of cases for one service and tenant: below `$XDG_CONFIG_HOME/replay/spool`. */
export function defaultSpool(
  { env, homeDirectory }: Pick<Host, 'env' | 'homeDirectory'>,
  service: string,
  tenantId: string | undefined,
): string {
  return join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'replay', 'spool', spoolKey(service, tenantId));
}

/** A name for one service and tenant, of 16 hex digits. */
export const spoolKey = (service: string, tenantId: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([service, tenantId ?? null]))
    .digest('hex')
    .slice(0, 16);

/**
 * Takes a part of the spool in a folder, which is created with mode 0700, and all parts whose recorder has ended.
 * Recorders on one machine may share the folder.
 */
export async function openSpoolFolder(folder: string): Promise<SpoolFolder> {
  const held: { path: string; lock: DatabaseSync }[] = [];
  for (let slot = 1; slot <= MAX_SLOTS; slot++) {
    const path = join(folder, String(slot));
    const isNew = await isAbsent(path);
    // The first free part is enough; the ones after it may hold what an ended recorder left.
    if (isNew && held.length > 0) break;
    const lock = await lockedBy(path);
    if (lock !== null) held.push({ path, lock });
  }
  const [own] = held;
  if (own === undefined)
    throw new CliFailure('SPOOL_IN_USE', `${MAX_SLOTS} recorders use ${folder}`, 'Give another folder by --spool.');
  const left = (await Promise.all(held.map(({ path }) => segmentsOf(path)))).flat();
  return {
    path: own.path,
    left,
    release: () => {
      for (const { lock } of held) lock.close();
    },
  };
}

const notWritten = (what: string) => (fault: NodeJS.ErrnoException) => {
  throw new CliFailure(
    'SPOOL_NOT_WRITTEN',
    `${what} (${fault.code ?? 'fault'})`,
    'Give a folder that can be written by --spool.',
  );
};

/** Fails if that cannot be known, as parts of ended recorders would be passed over. */
async function isAbsent(path: string): Promise<boolean> {
  const refuse = notWritten(`${path} cannot be read`);
  return stat(path).then(
    () => false,
    (fault: NodeJS.ErrnoException) => fault.code === 'ENOENT' || refuse(fault),
  );
}

/** Null if another process holds it. */
async function lockedBy(path: string): Promise<DatabaseSync | null> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(notWritten(`${path} cannot be created`));
  // Undefined in Node 20, which the types do not say.
  const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined)
    throw new CliFailure(
      'OLD_NODE',
      `the spool of a recording needs Node 22.13 or newer, this is ${process.versions.node}`,
      'Run replay with a newer Node, or record into a file with --out.',
    );
  const lock = new sqlite.DatabaseSync(join(path, 'lock'), { timeout: 0 });
  try {
    // An operating system lock on the file: nothing is written, and a crash leaves nothing behind.
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (fault) {
    lock.close();
    if (fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY) return null;
    throw fault;
  }
}

async function segmentsOf(path: string): Promise<Segment[]> {
  const names = (await readdir(path)).filter((name) => /^\d{12}\.ndjson$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ path: join(path, name), bytes: (await stat(join(path, name))).size })),
  );
}
