import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../faults/system-code.ts';

/** How long a link for the local login can be used, ms. @internal */
export const LOGIN_LINK_MS = 600_000;

/** Page that a link for the local login opens; the query parameter `code` carries its code. */
const PAGE = '/console/login/local';
const CODE = /^[\w-]{43}$/;
const CODE_BYTES = 32;

export type LoginLinks = ReturnType<typeof loginLinks>;

/**
 * One-time codes of the local login. Each is a file in a folder of the data directory that only the user of the service
 * can open, so a process that creates one runs as that user. A file is named after the hash of its code and contains
 * when the code expires, epoch ms. Every code counts until it is used, expires, or the service starts again.
 */
export function loginLinks(dataDir: string, now: () => number) {
  const folder = join(dataDir, 'login-links');
  const fileOf = (code: string) => join(folder, createHash('sha256').update(code).digest('hex'));

  return {
    /** Drops all codes and opens the folder for new ones. */
    async open(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
      // The umask applies to mkdir.
      await chmod(folder, 0o700);
    },

    /** Drops all codes and the folder: the service has no local login. */
    close: (): Promise<void> => rm(folder, { recursive: true, force: true }),

    /** Creates a code; null if the service of this data directory has no local login for this user. */
    async create(): Promise<string | null> {
      if (!(await isOwnFolder(folder))) return null;
      await dropExpired(folder, now());
      const code = randomBytes(CODE_BYTES).toString('base64url');
      await writeFile(fileOf(code), String(now() + LOGIN_LINK_MS), { mode: 0o600, flag: 'wx' });
      return code;
    },

    /** Uses a code up; true for one caller only, and never after the code has expired. */
    async take(code: string): Promise<boolean> {
      if (!CODE.test(code) || !(await isOwnFolder(folder))) return false;
      const file = fileOf(code);
      try {
        const expiresAt = Number(await readFile(file, 'utf8'));
        // Of concurrent callers, one removes the file.
        await unlink(file);
        return now() < expiresAt;
      } catch (fault) {
        if (systemCode(fault) === 'ENOENT') return false;
        throw fault;
      }
    },
  };
}

/** The address that a person opens to log in with this code. */
export const loginLinkUrl = (url: string, code: string): string =>
  `${url.replace(/\/$/, '')}${PAGE}?${new URLSearchParams({ code })}`;

/** Whether the folder belongs to this user, and only this user can use it. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await statOrNull(lstat(folder));
  return found?.isDirectory() === true && isPrivate(found);
}

const isPrivate = ({ uid, mode }: Stats): boolean =>
  // Windows has neither; there the data directory is that of the user's profile.
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);

async function dropExpired(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Another process may have removed it in the meantime.
    const made = await statOrNull(stat(file));
    if (made !== null && made.mtimeMs + LOGIN_LINK_MS < now) await rm(file, { force: true });
  }
}

/** Null for what is missing, or belongs to another user. */
const statOrNull = (stats: Promise<Stats>): Promise<Stats | null> =>
  stats.catch((fault: unknown) => {
    if (!ABSENT.has(systemCode(fault))) throw fault;
    return null;
  });

const ABSENT: ReadonlySet<string> = new Set(['EACCES', 'ENOENT', 'ENOTDIR']);
