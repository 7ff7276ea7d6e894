import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from './host.ts';

/** The tokens of a login, as stored for one service. */
export interface StoredLogin {
  userName: string;
  accessToken: string;
  /** Null for guests. */
  refreshToken: string | null;
  /** Expiry of the access token, ISO-8601. */
  expiresAt: string;
}

type Logins = Record<string, StoredLogin>;

const STALE_LOCK_MS = 30_000;
const LOCK_TRIES = 200;
const LOCK_PAUSE_MS = 100;

/**
 * Stores logins by service address in one file that only its owner can read: `$XDG_CONFIG_HOME/replay/logins.json`,
 * mode 0600.
 */
export function storedLogins({ env, homeDirectory, now }: Pick<Host, 'env' | 'homeDirectory' | 'now'>) {
  const directory = join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'replay');
  const path = join(directory, 'logins.json');
  const lock = `${path}.lock`;

  const read = async (): Promise<Logins> => {
    const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return '{}';
      throw fault;
    });
    return JSON.parse(text) as Logins; // only this file writes it
  };

  /** Replaces the file atomically, so that no reader sees a partial one. */
  async function write(logins: Logins): Promise<void> {
    const written = `${path}.${process.pid}`;
    const file = await open(written, 'w', 0o600);
    await file.writeFile(`${JSON.stringify(logins, null, 2)}\n`);
    await file.sync();
    await file.close();
    await rename(written, path);
  }

  /** Two processes that refresh concurrently with one token would end the session (interface 4.8). */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (let tries = 0; tries < LOCK_TRIES; tries++) {
      const file = await open(lock, 'wx', 0o600).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code !== 'EEXIST') throw fault;
        return null;
      });
      if (file !== null) {
        await file.close();
        try {
          return await work();
        } finally {
          await rm(lock, { force: true });
        }
      }
      const since = await stat(lock).then(
        ({ mtimeMs }) => now() - mtimeMs,
        () => 0,
      );
      if (since > STALE_LOCK_MS) await rm(lock, { force: true });
      else await sleep(LOCK_PAUSE_MS);
    }
    throw new Error(`another command holds ${lock}`);
  }

  return {
    path,
    find: async (url: string): Promise<StoredLogin | undefined> => (await read())[url],

    /**
     * Replaces the login with the result of `change`; undefined removes it. No other process changes it in the
     * meantime.
     */
    change: (
      url: string,
      change: (current: StoredLogin | undefined) => Promise<StoredLogin | undefined>,
    ): Promise<StoredLogin | undefined> =>
      alone(async () => {
        const { [url]: current, ...others } = await read();
        const login = await change(current);
        if (login !== current) await write(login === undefined ? others : { ...others, [url]: login });
        return login;
      }),
  };
}
