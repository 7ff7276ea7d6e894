import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json, openTarget } from '../support/fakes/recorded-target.ts';
import { ADMIN_KEY, freePort, temporaryDataDir } from '../support/running-service.ts';
import { rowFamilies } from './row-families.ts';
import { answerOf, type Facts, type Filled, PARTS } from './traffic.ts';

/**
 * `node test/upgrades/write-data-directory.ts <checkout> <name> [part…]`: runs the service of a checkout, fills it over HTTP and keeps
 * its data directory as `test/upgrades/<name>`, with what is in it in `test/upgrades/<name>.json`. A release that raises the version of
 * the data keeps one (docs/upgrades.md).
 */
const [checkout = '.', name = 'data', ...parts] = process.argv.slice(2);
const { dataDir, remove } = temporaryDataDir();
const target = await openTarget(({ url }, response) => json(response, answerOf(url)));
const port = await freePort();
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
const filled: Filled = {
  url: `http://127.0.0.1:${port}`,
  target: target.url,
  seen: () => target.seen.map(({ url }) => url),
  code,
};

const ended = new Promise((resolve) => service.once('exit', resolve));
const facts: Facts = {};
try {
  // Until it listens, connections are refused.
  await until(async () => (await fetch(`${filled.url}/healthz`).catch(() => null))?.ok || null);
  for (const part of parts.length > 0 ? parts : Object.keys(PARTS)) Object.assign(facts, await PARTS[part]?.(filled));
  await until(async () => withRows((database) => (isIdle(database) ? true : null)));
} finally {
  service.kill('SIGTERM');
  await ended;
  await target.close();
}

const kept = join(import.meta.dirname, name);
const { version, families } = withRows((database) => {
  database.exec('VACUUM');
  const { user_version } = database.prepare('PRAGMA user_version').get() ?? {};
  return { version: Number(user_version), families: rowFamilies(database) };
});
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept);
cpSync(dataDir, kept, { recursive: true, filter: (file) => !/service\.lock|-wal$|-shm$/.test(file) });
const said = { writtenAt: new Date().toISOString(), version, facts, families };
writeFileSync(`${kept}.json`, `${JSON.stringify(said, null, 2)}\n`);
remove();

function withRows<T>(use: (database: DatabaseSync) => T): T {
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

async function code(): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  return until(async () => {
    const [newest] = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).toSorted().toReversed() : [];
    const mail = newest === undefined ? '' : readFileSync(join(outbox, newest), 'utf8');
    return /\r\n\r\n(\d{6})/.exec(mail)?.[1] ?? null;
  });
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
