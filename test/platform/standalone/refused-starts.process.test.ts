import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NODE_ARGUMENTS } from '../../../functions/platform/standalone/node-arguments.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { COMPILED, call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const ENTRY = process.env.SERVICE_BUNDLE ?? join(import.meta.dirname, '../../../bin/standalone.ts');

/** Starts the service where it is expected to refuse. */
async function refused(dataDir: string) {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, ENTRY], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: '0',
      SVC_DATA_DIR: dataDir,
      SVC_LOG_LEVEL: 'ERROR',
    },
    timeout: 120_000,
  });
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

/** The directory of a service that has sealed a secret, recorded 200 cases and was stopped: a copy for each test. */
function usedDirectory(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  cpSync(used.dataDir, dataDir, { recursive: true });
  return dataDir;
}

const used = temporaryDataDir();
afterAll(used.remove);
beforeAll(async () => {
  const { dataDir } = used;
  const service = await startProcess({ dataDir, port: await freePort() });
  const channel = { type: 'webhook', url: 'http://10.0.0.8/hook', name: 'ours' };
  expect((await call(service.url, 'POST', '/openapi/v1/notification-channels', channel)).body.errorCode).toBeNull();
  const recorded = Array.from({ length: 200 }, (_, at) =>
    recordedGet('shop', `/items/${at}`, { at, text: 'x'.repeat(500) }),
  );
  expect((await call(service.url, 'POST', '/api/recorder/cases', recorded)).body.accepted).toBe(200);
  expect(await service.stop()).toBe(0);
});

describe('the start of the service', () => {
  test.for([
    ['a file', 'EEXIST|ENOTDIR'],
    ['below a file', 'ENOTDIR'],
    // A file system that refuses with ENOENT: a recursive mkdir there never returns.
    ['/proc/none', 'ENOENT'],
  ])('is refused with one line and exit code 1 if SVC_DATA_DIR cannot be written: %s', async ([at = '', codes]) => {
    const { dataDir, remove } = temporaryDataDir();
    onTestFinished(remove);
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const { status, stderr } = await refused(at.startsWith('/') ? at : at === 'a file' ? file : join(file, 'below'));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^SVC_DATA_DIR is not a folder that the service can write to \\((${codes})\\)\n$`),
    );
  });

  test('is refused without the master key of sealed data, and works when it is restored', async () => {
    const dataDir = usedDirectory();
    const key = join(dataDir, 'master.key');
    renameSync(key, `${key}.lost`);
    expect(await refused(dataDir)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'SVC_MASTER_KEY_FILE is missing, and SVC_DATA_DIR holds data that its keys have sealed: put the file back\n',
    });
    expect(existsSync(key)).toBe(false);
    renameSync(`${key}.lost`, key);
    const service = await startProcess({ dataDir, port: await freePort() });
    expect(await service.stop()).toBe(0);
  });

  test('makes a key in a directory without sealed data', async () => {
    const { dataDir, remove } = temporaryDataDir();
    onTestFinished(remove);
    const database = new DatabaseSync(join(dataDir, 'service.sqlite'));
    database.close();
    const service = await startProcess({ dataDir, port: await freePort() });
    expect(await service.stop()).toBe(0);
    expect(existsSync(join(dataDir, 'master.key'))).toBe(true);
  });

  const DAMAGED =
    'SVC_DATA_DIR holds a damaged service.sqlite: restore a backup by `replay admin restore`, and keep the damaged directory\n';
  test.for<[string, (file: string) => void]>([
    ['no SQLite file', (file) => writeFileSync(file, 'not a table '.repeat(1000))],
    ['a file that was cut off', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['a page of zeros', (file) => zeroed(file, 4096 * 6, 4096)],
  ])('is refused for %s', async ([, damage]) => {
    const dataDir = usedDirectory();
    const file = join(dataDir, 'service.sqlite');
    damage(file);
    const before = readFileSync(file);
    const names = readdirSync(dataDir);
    expect(await refused(dataDir)).toEqual({ status: 1, stdout: '', stderr: DAMAGED });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(names);
  });

  test('works after a killed service, also while a backup reads', async () => {
    const { dataDir, remove } = temporaryDataDir();
    onTestFinished(remove);
    const service = await startProcess({ dataDir, port: await freePort() });
    await service.kill();
    const reader = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    onTestFinished(() => reader.close());
    const next = await startProcess({ dataDir, port: await freePort() });
    expect(await next.stop()).toBe(0);
  });
});

// Each waits for a service that may be stopping, for seconds.
describe.concurrent('the start of a second service', () => {
  test('is refused if another process has the directory', async (context) => {
    const { dataDir, remove } = temporaryDataDir();
    context.onTestFinished(remove);
    const service = await startProcess({ dataDir, port: await freePort() });
    expect(await refused(dataDir)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'SVC_DATA_DIR is in use by another process of the service\n',
    });
    expect(await service.stop()).toBe(0);
  });

  // The lock was that of the file alone: a second service started, and both sent the requests of unfinished runs.
  test.for<[string, (lock: string) => void]>([
    ['deleted', (lock) => rmSync(lock)],
    ['renamed', (lock) => renameSync(lock, `${lock}.old`)],
    [
      'replaced',
      (lock) => {
        copyFileSync(lock, `${lock}.new`);
        renameSync(`${lock}.new`, lock);
      },
    ],
  ])('is refused if another process has the directory and its service.lock is %s', async ([, change], context) => {
    const { dataDir, remove } = temporaryDataDir();
    context.onTestFinished(remove);
    const lock = join(dataDir, 'service.lock');
    const service = await startProcess({ dataDir, port: await freePort() });
    const held = statSync(lock).ino;
    change(lock);
    const inUse = 'SVC_DATA_DIR is in use by another process of the service\n';
    // The second start meets the file that the first one has left.
    for (const _ of [1, 2]) expect(await refused(dataDir)).toEqual({ status: 1, stdout: '', stderr: inUse });
    expect(statSync(lock).ino).not.toBe(held);
    expect(
      (await call(service.url, 'POST', '/api/recorder/cases', [recordedGet('shop', '/a', {})])).body,
    ).toMatchObject({ accepted: 1 });
    expect(await service.stop()).toBe(0);

    // Once it has stopped, the new file is the lock.
    const next = await startProcess({ dataDir, port: await freePort() });
    expect(await refused(dataDir)).toMatchObject({ status: 1, stderr: inUse });
    expect(await next.stop()).toBe(0);
  });
});

function zeroed(file: string, at: number, length: number): void {
  const bytes = readFileSync(file);
  expect(bytes.byteLength).toBeGreaterThan(at + length);
  bytes.fill(0, at, at + length);
  writeFileSync(file, bytes);
}
