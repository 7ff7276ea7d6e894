import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, temporaryDataDir } from '../support/running-service.ts';
import { rowFamilies } from './row-families.ts';
import type { Facts } from './traffic.ts';

/** A service of an earlier release that is being filled. */
export interface RunningRelease {
  url: string;
  /** The newest code in the outbox. */
  code(): Promise<string>;
  /** Resolves when no execution runs. */
  idle(): Promise<void>;
}

export interface KeepOptions {
  /** The folder of the release. */
  checkout: string;
  /** The directory to keep; what is in it is written beside it, as `<kept>.json`. */
  kept: string;
  fill: (release: RunningRelease) => Promise<Facts>;
  /** SIGKILL ends the service in the middle of what it does. */
  end: 'SIGTERM' | 'SIGKILL';
}

/** Runs the service of a checkout, fills it over HTTP, and keeps its data directory with what is in it. */
export async function keepDirectory({ checkout, kept, fill, end }: KeepOptions): Promise<void> {
  const { dataDir, remove } = temporaryDataDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = spawn(process.execPath, [join(checkout, 'bin/standalone.ts')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_ADMIN_KEY: ADMIN_KEY,
      SVC_SETTLE_SECONDS: '0',
      SVC_LOG_LEVEL: 'WARN',
      SVC_NOISE_REDUCTION: 'rules',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  let facts: Facts = {};
  try {
    // Until it listens, connections are refused.
    await until(async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok || null);
    facts = await fill({
      url,
      code: () => codeIn(dataDir),
      idle: async () => void (await until(async () => withRows(dataDir, isIdle) || null)),
    });
  } finally {
    service.kill(end);
    await ended;
  }
  const { version, families } = withRows(dataDir, (database) => {
    database.exec('VACUUM');
    const { user_version } = database.prepare('PRAGMA user_version').get() ?? {};
    return { version: Number(user_version), families: rowFamilies(database) };
  });
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  cpSync(dataDir, kept, { recursive: true, filter: (file) => !NOT_KEPT.test(file) });
  const said = { writtenAt: new Date().toISOString(), version, facts, families };
  writeFileSync(`${kept}.json`, `${JSON.stringify(said, null, 2)}\n`);
  remove();
}

/** Locks, and the room that is reserved for deleting on a full disk. */
const NOT_KEPT = /service\.lock|disk\.reserve|-wal$|-shm$/;

function withRows<T>(dataDir: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'), { timeout: 10_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Whether no execution runs. A stop lets notifications under way come to their end. */
function isIdle(database: DatabaseSync): boolean {
  const running = `pk LIKE 'EXECUTION#%' AND attributes LIKE '%"status":"RUNNING"%'`;
  return database.prepare(`SELECT count(*) AS n FROM items WHERE ${running}`).get()?.n === 0;
}

async function codeIn(dataDir: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  return until(async () => {
    const [newest] = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).toSorted().toReversed() : [];
    const mail = newest === undefined ? '' : readFileSync(join(outbox, newest), 'utf8');
    return /\r\n\r\n(\d{6})/.exec(mail)?.[1] ?? null;
  });
}

/** Looks until there is something. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
