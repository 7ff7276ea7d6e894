import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { channelStore } from '../../../functions/notifications/store/channels.ts';
import { backfill } from '../../../functions/platform/aws/backfill.ts';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { applicationSettings } from '../../../functions/platform/migrations/002-application-settings.ts';
import type { Migration, RowMigration } from '../../../functions/platform/migrations/migration.ts';
import { MIGRATIONS } from '../../../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../../../functions/platform/migrations/pending-migrations.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import type { Item, Table } from '../../../functions/platform/world.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { COMPILED } from '../../support/running-service.ts';

const name = hasDynamoDb ? 'backfill' : 'backfill (skipped: no DynamoDB server installed and no DYNAMODB_ENDPOINT)';
const LATEST = latestVersion(MIGRATIONS);
const LOCAL = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const PROGRESS = { pk: 'SYSTEM#MIGRATION', sk: 'BACKFILL' };
const { automaticAnalysis: _, resendUnsafe: _1, compareHeaders: _2, builtInRules: _3, ...of010 } = DEFAULT_SETTINGS;
const settingsRow = (appId: string, settings: object = of010): Item => ({
  pk: `T#default#APP#${appId}`,
  sk: 'SETTINGS',
  version: 1,
  settings: { ...settings },
});

/** Counts rows of one key up, each once: one that is migrated twice shows. */
const counted: RowMigration = {
  version: 2,
  name: 'counted',
  concerns: ({ pk }) => pk.startsWith('N#'),
  migrate: (item) => (item.count === 1 ? item : { ...item, count: 1, old: undefined, expiresAt: 9_000_000_000_000 }),
};

describe.skipIf(!hasDynamoDb)(name, () => {
  let opened: Awaited<ReturnType<typeof openDynamoDb>>;
  let table: Table;
  beforeAll(async () => {
    opened = await openDynamoDb();
    table = dynamoTable(opened.client, opened.tableName, Date.now);
  });
  const clients: DynamoDBClient[] = [];
  afterAll(() => {
    for (const client of clients) client.destroy();
    opened.stop();
  });
  beforeEach(async () => {
    for (let rows = await everything(); rows.length > 0; rows = await everything())
      for (const { pk, sk } of rows) await table.remove({ pk, sk });
  });

  /** Rows of the table, up to 1 MB of them. */
  const everything = async () => {
    const client = DynamoDBDocumentClient.from(opened.client);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: opened.tableName, ConsistentRead: true }));
    return Items as Item[]; // as the tests put them
  };
  const run = (migrations: readonly Migration[] = MIGRATIONS, pageRows?: number, dynamo = opened.client) =>
    backfill(dynamo, opened.tableName, { migrations, ...(pageRows !== undefined && { pageRows }) });

  /** A client that does something else before a command goes out. */
  const before = (does: (command: string) => Promise<unknown>): DynamoDBClient => {
    const client = new DynamoDBClient({ ...LOCAL, endpoint: opened.endpoint });
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          await does(String(commandName));
          return next(args);
        },
      { step: 'initialize' },
    );
    clients.push(client);
    return client;
  };

  test('completes the settings that 0.1.0 wrote, and leaves every other row unchanged', async () => {
    const others: Item[] = [
      { pk: 'T#default#APP#shop', sk: 'MAIN', operations: ['/a'] },
      { pk: 'T#default#CASE#1', sk: 'PAYLOAD', data: new Uint8Array([1, 2, 3]), expiresAt: 9_000_000_000_000 },
      settingsRow('new', { ...DEFAULT_SETTINGS, compareHeaders: true }),
    ];
    await table.batchPut([settingsRow('old'), settingsRow('older'), ...others]);
    expect(await run()).toEqual({ outcome: 'done', version: LATEST, rewritten: 2 });
    expect(await table.batchGet(others)).toEqual(others);
    expect(await table.get(settingsRow('old'))).toEqual(settingsRow('old', DEFAULT_SETTINGS));
    expect(await applicationStore(table, 'default').settings('older')).toEqual(DEFAULT_SETTINGS);
    expect(await table.get(PROGRESS)).toEqual({ ...PROGRESS, version: LATEST, underWay: null });
    expect(await run()).toEqual({ outcome: 'done', version: LATEST, rewritten: 0 });
  });

  test('gives channels an address key in place of robot, and a notifier reads them before and after', async () => {
    const keys = localKeys([new Uint8Array(32)]);
    const channels = channelStore({ table, keys, now: Date.now, newId: () => 'c'.repeat(32) }, 'default');
    const url = 'https://bot.test/send?access_token=abc';
    const common = { name: 'bot', secret: 'signing', appIds: [], onlyOnFailure: false, enabled: true };
    const created = await channels.create({ ...common, type: 'beta_bot', url });
    if (!created.ok) throw new Error(created.code);
    const channel = created.value;
    const key = { pk: 'T#default#CHANNELS', sk: channel.id };
    const stored: Item = (await table.get(key)) ?? key;
    const { addressKey, ...row } = stored;
    await table.put({ ...row, robot: addressKey });
    expect(await channels.find(channel.id)).toEqual(channel);
    expect(await run()).toEqual({ outcome: 'done', version: LATEST, rewritten: 1 });
    expect(await table.get(key)).toEqual({ ...row, addressKey });
    expect(await channels.find(channel.id)).toEqual(channel);
    expect(await channels.destinationOf(channel)).toEqual({ url, secret: 'signing' });
  });

  test('reads a row again that the service writes in the meantime, and keeps its change', async () => {
    await table.put(settingsRow('busy'));
    const applications = applicationStore(table, 'default');
    let changes = 0;
    const dynamo = before(async (command) => {
      if (command === 'UpdateItemCommand' && ++changes <= 3)
        await table.update(settingsRow('busy'), {
          settings: { ...of010, redact: [{ header: `h${changes}` }] },
          version: 1 + changes,
          [`added${changes}`]: true,
        });
    });
    expect(await run(MIGRATIONS, undefined, dynamo)).toMatchObject({ rewritten: 1 });
    expect(changes).toBe(4);
    expect(await applications.settings('busy')).toEqual({ ...DEFAULT_SETTINGS, redact: [{ header: 'h3' }] });
    expect(await table.get(settingsRow('busy'))).toMatchObject({ version: 4, added1: true, added3: true });
  });

  test('does not restore a row that was removed in the meantime, and keeps one that another backfill has changed', async () => {
    await table.batchPut([settingsRow('gone'), settingsRow('theirs')]);
    const dynamo = before(async (command) => {
      if (command !== 'UpdateItemCommand') return;
      await table.remove(settingsRow('gone'));
      await table.put(settingsRow('theirs', DEFAULT_SETTINGS));
    });
    expect(await run(MIGRATIONS, undefined, dynamo)).toEqual({ outcome: 'done', version: LATEST, rewritten: 0 });
    expect(await table.get(settingsRow('gone'))).toBeUndefined();
  });

  test('adds and removes members, and sets the time at which DynamoDB deletes a row with a new expiry', async () => {
    await table.put({ pk: 'N#1', sk: 's', old: 'x', kept: { a: [1, null] } });
    await run([counted]);
    const [row] = (await everything()).filter(({ pk }) => pk === 'N#1');
    expect(row).toEqual({
      pk: 'N#1',
      sk: 's',
      kept: { a: [1, null] },
      count: 1,
      expiresAt: 9_000_000_000_000,
      ttl: 9_000_000_000,
    });
  });

  test('continues behind the last finished page after an interruption anywhere', async () => {
    const rows = Array.from({ length: 25 }, (_item, n) => ({ pk: `N#${n}`, sk: 's' }));
    await table.batchPut(rows);
    const reads: number[] = [];
    for (let writes = 0; ; writes++) {
      let [sent, scans] = [0, 0];
      const dynamo = before(async (command) => {
        if (command === 'ScanCommand') scans++;
        else if (command !== 'GetItemCommand' && sent++ === writes) throw new Error('broken off');
      });
      // A run that is interrupted rejects; the next one continues.
      const ended = await run([counted], 4, dynamo).catch(() => null);
      reads.push(scans);
      if (ended !== null) break;
    }
    expect(reads.length).toBeGreaterThan(3);
    expect(reads.at(-1)).toBeLessThan(7); // pages of 4 of 25 rows
    expect((await table.batchGet(rows)).map((row) => row?.count)).toEqual(rows.map(() => 1));
    expect(await table.get(PROGRESS)).toMatchObject({ version: 2, underWay: null });
  });

  test('starts again for a newer version after an interruption for an older one', async () => {
    const again: RowMigration = { ...counted, version: 3, concerns: ({ pk }) => pk.startsWith('M#') };
    await table.batchPut(['M#1', 'M#2', 'N#1', 'N#2'].map((pk) => ({ pk, sk: 's' })));
    let scans = 0;
    const dynamo = before(async (command) => {
      if (command === 'ScanCommand' && ++scans === 4) throw new Error('broken off');
    });
    await expect(run([counted], 1, dynamo)).rejects.toThrow('broken off');
    expect(await run([counted, again], 1)).toMatchObject({ version: 3 });
    const rows = (await everything()).filter(({ pk }) => /^[MN]/.test(pk));
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  test('rewrites no row for a migration of the layout only', async () => {
    await table.put(settingsRow('old'));
    const layout: Migration = { version: 2, name: 'layout', sql: 'CREATE INDEX …' };
    expect(await run([layout])).toEqual({ outcome: 'done', version: 2, rewritten: 0 });
    expect(await run([layout, { ...applicationSettings, version: 3 }])).toMatchObject({ version: 3, rewritten: 1 });
  });

  describe('npm run backfill', () => {
    /** The command as operators run it. */
    function command(env: Record<string, string> = { SVC_TABLE_NAME: opened.tableName }) {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../../bin/backfill.ts')], {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: COMPILED,
          AWS_REGION: 'us-east-1',
          AWS_ENDPOINT_URL_DYNAMODB: opened.endpoint,
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
      const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, said }));
      return { child, ended };
    }
    const isNew = (row: Item | undefined) => JSON.stringify(row).includes('automaticAnalysis');

    test('continues after SIGKILL in the middle', async () => {
      // Pages end at 1 MB: each row takes 10 KB.
      const rows = Array.from({ length: 300 }, (_item, n) => ({
        ...settingsRow(`many-${n}`),
        filler: 'x'.repeat(10_000),
      }));
      for (let at = 0; at < rows.length; at += 100) await table.batchPut(rows.slice(at, at + 100));
      const { child, ended } = command();
      await expect.poll(() => table.get(PROGRESS), { interval: 5 }).toBeDefined();
      child.kill('SIGKILL');
      expect(await ended).toEqual({ code: null, signal: 'SIGKILL', said: '' });
      expect(await table.get(PROGRESS)).toMatchObject({ version: 1, underWay: { to: LATEST } });
      const migrated = (await table.batchGet(rows)).filter(isNew).length;
      expect(migrated).toBeGreaterThan(0);
      expect(migrated).toBeLessThan(rows.length);

      const said = `every row has version ${LATEST}; ${rows.length - migrated} were rewritten\n`;
      expect(await command().ended).toEqual({ code: 0, signal: null, said });
      expect((await table.batchGet(rows)).every(isNew)).toBe(true);
    });

    test('refuses a table that a newer version has migrated, and says what is missing', async () => {
      await table.put({ ...PROGRESS, version: LATEST + 1, underWay: null });
      const known = `this version of the service knows data up to version ${LATEST}`;
      expect(await command().ended).toMatchObject({
        code: 1,
        said: `the table holds data of version ${LATEST + 1}, and ${known}\n`,
      });
      expect(await command({}).ended).toMatchObject({ code: 1, said: 'SVC_TABLE_NAME is missing\n' });
      expect(await command({ SVC_TABLE_NAME: 'no-such-table' }).ended).toMatchObject({
        code: 1,
        said: 'ResourceNotFoundException\n',
      });
    });
  });
});
