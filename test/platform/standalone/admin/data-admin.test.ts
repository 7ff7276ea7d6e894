import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../../../../functions/platform/migrations/pending-migrations.ts';
import { backupData } from '../../../../functions/platform/standalone/admin/backup-data.ts';
import { blobFile, checkData } from '../../../../functions/platform/standalone/admin/check-data.ts';
import { restoreData } from '../../../../functions/platform/standalone/admin/restore-data.ts';
import { fileBlobs } from '../../../../functions/platform/standalone/blobs.ts';
import { lockDataDir } from '../../../../functions/platform/standalone/data-dir-lock.ts';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { inlineOrBlob } from '../../../../functions/platform/table/inline-or-blob.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const NOW = 1000;
const now = () => NOW;

/** An open directory with three rows, two of which name blobs, and a key. */
async function directory() {
  const { dataDir: parent, remove } = temporaryDataDir();
  const dataDir = join(parent, 'data');
  const table = openTable(join(dataDir, 'service.sqlite'), now);
  cleanUps.push(remove, table.close);
  const blobs = fileBlobs(join(dataDir, 'blobs'));
  const values = inlineOrBlob(blobs);
  const large = () => randomBytes(400_000).toString('base64');
  const put = async (id: string) => {
    const stored = await values.write(`cases/t/${id}`, large());
    await table.put({ pk: id, sk: 'PAYLOAD', ...stored });
    return 'blob' in stored ? stored.blob : '';
  };
  const named = [await put('one'), await put('two')];
  await table.put({ pk: 'small', sk: 'HEAD', secret: 'canary', sealed: '{"v":1,"edk":"AA=="}' });
  writeFileSync(join(dataDir, 'master.key'), `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
  return { parent, dataDir, table, blobs, put, named };
}

/** Changes a column behind the table's back. */
function edited(dataDir: string, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'));
  database.prepare(sql).run(...values);
  database.close();
}

describe('checkData', () => {
  test('finds no fault in a sound directory while it is open', async () => {
    const { dataDir } = await directory();
    const before = readdirSync(dataDir);
    expect(await checkData(dataDir, { now })).toEqual({
      dataVersion: latestVersion(MIGRATIONS),
      rows: 3,
      blobs: 2,
      keys: 'present',
      faults: [],
      faultCount: 0,
    });
    expect(readdirSync(dataDir)).toEqual(before);
  });

  test('names faults by their ids, and nothing of what is stored', async () => {
    const { dataDir, named } = await directory();
    const [one = '', two = ''] = named;
    rmSync(blobFile(dataDir, one));
    const bytes = readFileSync(blobFile(dataDir, two));
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(blobFile(dataDir, two), bytes);
    edited(dataDir, "UPDATE items SET attributes = '{\"secret\":\"canary' WHERE pk = 'small'");
    rmSync(join(dataDir, 'master.key'));
    const report = await checkData(dataDir, { now });
    expect(report.faults).toEqual([
      { what: 'blob', pk: 'one', sk: 'PAYLOAD', blob: one, detail: 'is missing' },
      { what: 'blob', pk: 'two', sk: 'PAYLOAD', blob: two, detail: 'has other bytes' },
      { what: 'row', pk: 'small', sk: 'HEAD', detail: 'cannot be read' },
    ]);
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  test('reports that keys are missing and that rows are sealed with them', async () => {
    const { dataDir } = await directory();
    rmSync(join(dataDir, 'master.key'));
    expect((await checkData(dataDir, { now })).faults).toEqual([
      { what: 'keys', detail: 'are missing, and rows are sealed with them' },
    ]);
  });

  test('does not report missing blobs of expired rows', async () => {
    const { dataDir, table, named } = await directory();
    await table.update({ pk: 'one', sk: 'PAYLOAD' }, { expiresAt: NOW });
    await table.update({ pk: 'two', sk: 'PAYLOAD' }, { retention_until: NOW });
    for (const blob of named) rmSync(blobFile(dataDir, blob));
    expect(await checkData(dataDir, { now })).toMatchObject({ rows: 2, faultCount: 0 });
  });

  test('reports a newer version, a damaged file and a missing file', async () => {
    const { dataDir, table } = await directory();
    await table.close();
    cleanUps.pop();
    edited(dataDir, 'PRAGMA user_version = 99');
    expect((await checkData(dataDir, { now })).faults).toEqual([
      { what: 'version', detail: `is 99, and this version of replay knows 1 to ${latestVersion(MIGRATIONS)}` },
    ]);
    const file = join(dataDir, 'service.sqlite');
    truncateSync(file, 8192);
    expect((await checkData(dataDir, { now })).faults).toContainEqual({ what: 'file', detail: 'is damaged' });
    await expect(checkData(join(dataDir, 'blobs'), { now })).rejects.toThrow('there is no service.sqlite');
  });
});

describe('backup and restore', () => {
  test('keep every row, blob and, on request, key, for the owner only', async () => {
    const { parent, dataDir, named, table } = await directory();
    const [to, restored] = [join(parent, 'backup'), join(parent, 'restored')];
    expect(await backupData(dataDir, to, { now, withKeys: true })).toMatchObject({ rows: 3, blobs: 2, faultCount: 0 });
    expect(readdirSync(to).toSorted()).toEqual(['backup.json', 'blobs', 'master.key', 'service.sqlite']);
    for (const file of ['service.sqlite', 'master.key', `blobs/${named[0]}!`])
      expect(statSync(join(to, file)).mode & 0o077).toBe(0);
    await table.put({ pk: 'later', sk: 'HEAD' });
    expect(await restoreData(to, restored, now)).toMatchObject({
      rows: 3,
      madeAt: NOW,
      faultCount: 0,
      keys: 'present',
    });
    expect(readdirSync(restored).toSorted()).toEqual(['blobs', 'master.key', 'service.sqlite']);
    const copy = openTable(join(restored, 'service.sqlite'), now);
    expect((await copy.get({ pk: 'small', sk: 'HEAD' }))?.secret).toBe('canary');
    expect(await copy.get({ pk: 'later', sk: 'HEAD' })).toBeUndefined();
    await copy.close();
    expect(readdirSync(parent).toSorted()).toEqual(['backup', 'data', 'restored']);
  });

  test('leave out keys on request, and then a restored directory lacks them', async () => {
    const { parent, dataDir } = await directory();
    const [to, restored] = [join(parent, 'backup'), join(parent, 'restored')];
    expect(await backupData(dataDir, to, { now, withKeys: false })).toMatchObject({ faultCount: 0, keys: 'missing' });
    expect(existsSync(join(to, 'master.key'))).toBe(false);
    expect(await restoreData(to, restored, now)).toMatchObject({ keys: 'missing', faultCount: 0 });
    rmSync(join(dataDir, 'master.key'));
    await expect(backupData(dataDir, join(parent, 'other'), { now, withKeys: true })).rejects.toThrow(
      'the key file is missing: name it with --key-file, or leave the keys out with --without-keys',
    );
  });

  test('allow a blob that is deleted with its row between table and blobs', async () => {
    const { parent, dataDir, table, blobs, named, put } = await directory();
    const report = await backupData(dataDir, join(parent, 'backup'), {
      now,
      withKeys: false,
      async tableCopied() {
        await table.remove({ pk: 'one', sk: 'PAYLOAD' });
        await blobs.remove(named[0] ?? '');
        await put('three');
      },
    });
    expect(report).toMatchObject({ rows: 3, blobs: 2, faultCount: 0 });
  });

  test('name a missing blob, and keep everything else', async () => {
    const { parent, dataDir, named } = await directory();
    rmSync(blobFile(dataDir, named[0] ?? ''));
    const missing = { rows: 3, blobs: 2, faultCount: 1, faults: [{ what: 'blob', pk: 'one', detail: 'is missing' }] };
    expect(await backupData(dataDir, join(parent, 'backup'), { now, withKeys: false })).toMatchObject(missing);
    expect(await restoreData(join(parent, 'backup'), join(parent, 'restored'), now)).toMatchObject(missing);
  });

  test('overwrite nothing, and refuse a directory that a service uses', async () => {
    const { parent, dataDir } = await directory();
    await backupData(dataDir, join(parent, 'backup'), { now, withKeys: false });
    await expect(backupData(dataDir, dataDir, { now, withKeys: false })).rejects.toThrow('is not empty');
    await expect(restoreData(join(parent, 'backup'), dataDir, now)).rejects.toThrow('is not empty');
    const locked = join(parent, 'locked');
    const lock = lockDataDir(locked);
    await expect(restoreData(join(parent, 'backup'), locked, now)).rejects.toThrow('in use by another process');
    lock.release();
    await expect(restoreData(dataDir, join(parent, 'new'), now)).rejects.toThrow('is not a backup');
    mkdirSync(join(parent, 'empty'));
    expect(await restoreData(join(parent, 'backup'), join(parent, 'empty'), now)).toMatchObject({ rows: 3 });
  });

  test('refuse a damaged backup, and leave nothing behind', async () => {
    const { parent, dataDir } = await directory();
    const to = join(parent, 'backup');
    await backupData(dataDir, to, { now, withKeys: false });
    truncateSync(join(to, 'service.sqlite'), 8192);
    await expect(restoreData(to, join(parent, 'new'), now)).rejects.toThrow(
      'the backup cannot be restored: its file is damaged',
    );
    expect(readdirSync(parent).toSorted()).toEqual(['backup', 'data']);
  });
});
