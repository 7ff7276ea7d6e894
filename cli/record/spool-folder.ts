import { createHash } from 'node:crypto';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliFailure } from '../cli-failure.ts';
import type { Host } from '../host.ts';
import { lockFolder } from './folder-lock.ts';

/** Maximum recorders that share a folder. */
const MAX_SLOTS = 64;

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
  const held: { path: string; release: () => void }[] = [];
  for (let slot = 1; slot <= MAX_SLOTS; slot++) {
    const path = join(folder, String(slot));
    const isNew = await isAbsent(path);
    // The first free part is enough; the ones after it may hold what an ended recorder left.
    if (isNew && held.length > 0) break;
    const release = await lockedBy(path);
    if (release !== null) held.push({ path, release });
  }
  const [own] = held;
  if (own === undefined)
    throw new CliFailure('SPOOL_IN_USE', `${MAX_SLOTS} recorders use ${folder}`, 'Give another folder by --spool.');
  const left = (await Promise.all(held.map(({ path }) => segmentsOf(path)))).flat();
  return {
    path: own.path,
    left,
    release: () => {
      for (const one of held) one.release();
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
async function lockedBy(path: string): Promise<(() => void) | null> {
  const created = await mkdir(path, { recursive: true, mode: 0o700 }).catch(notWritten(`${path} cannot be created`));
  await syncCreated(path, created).catch(notWritten(`${path} cannot be synced`));
  return lockFolder(path).catch(notWritten(`${path} cannot be locked`));
}

async function segmentsOf(path: string): Promise<Segment[]> {
  const names = (await readdir(path)).filter((name) => /^\d{12}\.ndjson$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ path: join(path, name), bytes: (await stat(join(path, name))).size })),
  );
}

/** Makes the names in a folder durable: a file may be lost with its name, whatever of it was synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the name of a folder durable, and those of the folders above it up to the first one that was created. */
async function syncCreated(folder: string, firstCreated: string | undefined): Promise<void> {
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(dirname(at));
    if (firstCreated === undefined || at === firstCreated || dirname(at) === at) return;
  }
}
