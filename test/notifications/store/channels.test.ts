import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelFields } from '../../../functions/notifications/domain/channels/channel.ts';
import { channelStore, MAX_CHANNELS } from '../../../functions/notifications/store/channels.ts';
import { migratedRow } from '../../../functions/platform/migrations/migrated-row.ts';
import { isRowMigration } from '../../../functions/platform/migrations/migration.ts';
import { MIGRATIONS } from '../../../functions/platform/migrations/migrations.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { rateWindows } from '../../../functions/platform/table/rate-windows.ts';
import type { Item } from '../../../functions/platform/world.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

const keys = localKeys([randomBytes(32)]);
const clock = { now: 0 };
let table: StandaloneTable;
let channels: ReturnType<typeof channelStore>;
const open = (tenant: string) => channelStore({ table, keys, now: () => clock.now, newId }, tenant);

beforeEach(() => {
  clock.now = 1000;
  table = openTable(':memory:', () => clock.now);
  channels = open('default');
});
afterEach(() => table.close());

const FIELDS: ChannelFields = {
  name: 'releases',
  type: 'webhook',
  url: 'https://hook.test/planted-path-canary',
  secret: 'planted-secret-canary',
  appIds: ['shop'],
  onlyOnFailure: true,
  enabled: true,
};

async function create(fields: Partial<ChannelFields> = {}) {
  const made = await channels.create({ ...FIELDS, ...fields });
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

describe('channels (spec 2.7)', () => {
  test('are stored masked, and show address and secret to the notifier only', async () => {
    const channel = await create();
    expect(channel).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'releases',
      type: 'webhook',
      urlMasked: 'https://hook.test/***nary',
      secretConfigured: true,
      appIds: ['shop'],
      onlyOnFailure: true,
      enabled: true,
      createdAt: 1000,
      updatedAt: 1000,
      addressKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await channels.find(channel.id)).toEqual(channel);
    expect(await channels.list()).toEqual([channel]);
    expect(await channels.destinationOf(channel)).toEqual({ url: FIELDS.url, secret: FIELDS.secret });
    const rows = await table.query({ pk: 'T#default#CHANNELS' });
    expect(JSON.stringify(rows)).not.toContain('planted');
  });

  test('are listed the oldest first', async () => {
    for (const [name, at] of [
      ['b', 2000],
      ['a', 3000],
      ['c', 1000],
    ] as const) {
      clock.now = at;
      await create({ name });
    }
    expect((await channels.list()).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  test('are not seen, changed or removed by another tenant', async () => {
    const { id } = await create();
    const other = open('other');
    expect(await other.list()).toEqual([]);
    expect(await other.find(id)).toBeUndefined();
    expect(await other.update(id, { name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await other.remove(id)).toBe(false);
  });

  test.for(['', 'gone', 'x'.repeat(3000), '\ud800'])('have none by the id %j', async (id) => {
    expect(await channels.find(id)).toBeUndefined();
    expect(await channels.update(id, {})).toMatchObject({ code: 'NOT_FOUND' });
    expect(await channels.remove(id)).toBe(false);
  });

  test('share an address key for one bot', async () => {
    const url = 'https://bot.test/send?access_token=abc';
    const [one, other, third] = [
      await create({ type: 'beta_bot', url }),
      await create({ type: 'beta_bot', url: `${url}&lang=zh` }),
      await create({ type: 'beta_bot', url: `${url}d` }),
    ];
    expect(other.addressKey).toBe(one.addressKey);
    expect(third.addressKey).not.toBe(one.addressKey);
  });

  describe('a row of data version 2 with its address key as robot', () => {
    /** A channel whose row has the form of data version 2. */
    async function createOld() {
      const channel = await create({ type: 'beta_bot', url: 'https://bot.test/send?access_token=abc' });
      const key = { pk: 'T#default#CHANNELS', sk: channel.id };
      const stored: Item = (await table.get(key)) ?? key;
      const { addressKey, ...row } = stored;
      await table.put({ ...row, robot: addressKey });
      return { channel, key };
    }

    test('is read as the same channel, also by the notifier', async () => {
      const { channel } = await createOld();
      expect(await channels.find(channel.id)).toEqual(channel);
      expect(await channels.list()).toEqual([channel]);
      expect(await channels.destinationOf(channel)).toMatchObject({ secret: FIELDS.secret });
    });

    test('is written in the new form by an update', async () => {
      const { channel, key } = await createOld();
      expect(await channels.update(channel.id, { name: 'new' })).toMatchObject({ ok: true });
      const row = await table.get(key);
      expect(row).toMatchObject({ name: 'new', addressKey: channel.addressKey });
      expect(row).not.toHaveProperty('robot');
    });

    test('is the same channel after the migration, for a notifier that read it before', async () => {
      const { channel, key } = await createOld();
      const before = await channels.find(channel.id);
      const migrated = migratedRow(MIGRATIONS.filter(isRowMigration), (await table.get(key)) ?? key);
      await table.put(migrated ?? key);
      expect(await table.get(key)).not.toHaveProperty('robot');
      expect(await channels.find(channel.id)).toEqual(before);
      expect(before && (await channels.destinationOf(before))).toMatchObject({ secret: FIELDS.secret });
    });

    test('shares its rate window with a migrated one', async () => {
      const { channel, key } = await createOld();
      const windows = rateWindows({ table, now: () => clock.now, newId });
      const limits = [{ max: 1, windowMs: 60_000 }];
      const old = await channels.find(channel.id);
      expect(await windows.take(old?.addressKey ?? '', limits)).toEqual({ takenAt: 1000 });
      const migrated = migratedRow(MIGRATIONS.filter(isRowMigration), (await table.get(key)) ?? key);
      await table.put(migrated ?? key);
      const found = await channels.find(channel.id);
      expect(await windows.take(found?.addressKey ?? '', limits)).toEqual({ fullForMs: 60_000 });
    });
  });

  test(`are at most ${MAX_CHANNELS} for a tenant`, async () => {
    const rows = Array.from({ length: MAX_CHANNELS - 1 }, (_, at) => ({
      pk: 'T#default#CHANNELS',
      sk: `c${at}`,
      id: `c${at}`,
      name: 'n',
      type: 'webhook',
      urlMasked: '',
      version: 1,

      secretConfigured: false,
      appIds: [],
      onlyOnFailure: false,
      enabled: true,
      createdAt: 0,
      updatedAt: 0,
      addressKey: '',
      sealedUrl: '',
      sealedSecret: null,
    }));
    await table.batchPut(rows);
    expect(await channels.create(FIELDS)).toMatchObject({ ok: true });
    expect(await channels.create(FIELDS)).toMatchObject({ ok: false, code: 'TOO_MANY_CHANNELS' });
    expect(await channels.list()).toHaveLength(MAX_CHANNELS);
  });
});

describe('the update of a channel (spec 4.4)', () => {
  test('keeps address and secret when it renames', async () => {
    const channel = await create();
    clock.now = 5000;
    const renamed = { ...channel, name: 'new', updatedAt: 5000 };
    expect(await channels.update(channel.id, { name: 'new' })).toEqual({ ok: true, value: renamed });
    expect(await channels.find(channel.id)).toEqual(renamed);
    expect(await channels.destinationOf(renamed)).toEqual({ url: FIELDS.url, secret: FIELDS.secret });
  });

  test.for<[string, Partial<ChannelFields>, string | null]>([
    ['another path', { url: 'https://hook.test/other?x=1' }, FIELDS.secret],
    ['the default port, written', { url: 'https://hook.test:443/planted-path-canary' }, FIELDS.secret],
    ['the host in capitals', { url: 'https://HOOK.test/' }, FIELDS.secret],
    ['another scheme', { url: 'http://hook.test/planted-path-canary' }, null],
    ['another port', { url: 'https://hook.test:8443/planted-path-canary' }, null],
    ['another host', { url: 'https://hook.test.evil.test/planted-path-canary' }, null],
    ['a host below', { url: 'https://a.hook.test/' }, null],
    ['another origin and its secret', { url: 'https://evil.test/', secret: 'own' }, 'own'],
    ['another origin and no secret', { url: 'https://evil.test/', secret: '' }, null],
    ['its own type, written, at another origin', { type: 'webhook', url: 'https://evil.test/' }, null],
    ['another format at another origin', { format: 'slack', url: 'https://evil.test/' }, null],
    ['an empty secret', { secret: '' }, null],
    ['another secret', { secret: 'other' }, 'other'],
  ])('keeps the secret only if it was set for the origin: %s', async ([, change, secret]) => {
    const { id } = await create();
    const answer = await channels.update(id, change);
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.value.secretConfigured).toBe(secret !== null);
    expect(await channels.destinationOf(answer.value)).toEqual({ url: change.url ?? FIELDS.url, secret });
    // Back at its origin, it is gone as well.
    await channels.update(id, { url: FIELDS.url });
    const back = await channels.find(id);
    const isKept = secret !== null && new URL(change.url ?? FIELDS.url).origin === 'https://hook.test';
    expect(back?.secretConfigured).toBe(isKept);
  });

  test('does not lose another update at the same time', async () => {
    const { id } = await create();
    await Promise.all([
      channels.update(id, { name: 'new' }),
      channels.update(id, { enabled: false }),
      channels.update(id, { url: 'http://b.test/' }),
      channels.update(id, { secret: '' }),
      channels.update(id, { appIds: ['a'] }),
    ]);
    const channel = await channels.find(id);
    expect(channel).toMatchObject({
      name: 'new',
      enabled: false,
      appIds: ['a'],
      urlMasked: 'http://b.test/***',
      secretConfigured: false,
    });
    expect(channel && (await channels.destinationOf(channel))).toEqual({ url: 'http://b.test/', secret: null });
  });

  test('drops a secret that is not sent with another type', async () => {
    const { id } = await create({ type: 'alpha_bot', url: 'http://a.test/', secret: 'SIGNING' });
    await channels.update(id, { type: 'webhook', url: 'http://b.test/' });
    const webhook = await channels.find(id);
    expect(webhook).toMatchObject({ type: 'webhook', secretConfigured: false });
    expect(webhook && (await channels.destinationOf(webhook)).secret).toBeNull();
    await channels.update(id, { type: 'beta_bot', url: 'http://c.test/', secret: 'OWN' });
    expect(await channels.find(id)).toMatchObject({ secretConfigured: true });
    await channels.update(id, { type: 'beta_bot', url: 'http://c.test/other' });
    expect(await channels.find(id)).toMatchObject({ secretConfigured: true });
  });

  test('is refused for another type without its url, also after a concurrent change of type', async () => {
    const { id } = await create();
    expect(await channels.update(id, { type: 'alpha_bot' })).toMatchObject({ code: 'MISSING_URL' });
    await channels.update(id, { type: 'beta_bot', url: 'http://b.test/' });
    expect(await channels.update(id, { type: 'webhook' })).toMatchObject({ code: 'MISSING_URL' });
    expect(await channels.find(id)).toMatchObject({ type: 'beta_bot' });
  });

  test('does not restore a channel that was deleted in the meantime', async () => {
    const { id } = await create();
    expect(await channels.remove(id)).toBe(true);
    expect(await channels.remove(id)).toBe(false);
    expect(await channels.update(id, { name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await channels.list()).toEqual([]);
  });
});

describe('destinationOf (facts: auth, channel secrets at rest)', () => {
  test('throws if the channel is gone or has another address since it was read', async () => {
    const channel = await create({ type: 'beta_bot', url: 'https://bot.test/send?access_token=a' });
    await channels.update(channel.id, { url: 'https://bot.test/send?access_token=b' });
    await expect(channels.destinationOf(channel)).rejects.toThrow('the channel was changed in the meantime');
    await channels.remove(channel.id);
    await expect(channels.destinationOf(channel)).rejects.toThrow('the channel was changed in the meantime');
  });

  test.for<[string, (a: string, b: string) => [from: string, to: string, fromField: string, toField: string]]>([
    ['the url of another channel', (a, b) => [a, b, 'sealedUrl', 'sealedUrl']],
    ['the secret of another channel', (a, b) => [a, b, 'sealedSecret', 'sealedSecret']],
    ['the secret as the url', (a) => [a, a, 'sealedSecret', 'sealedUrl']],
  ])('does not open %s', async ([, swap]) => {
    const [one, other] = [await create(), await create()];
    const [from, to, fromField, toField] = swap(one.id, other.id);
    const row = await table.get({ pk: 'T#default#CHANNELS', sk: from });
    await table.update({ pk: 'T#default#CHANNELS', sk: to }, { [toField]: row?.[fromField] });
    const moved = await channels.find(to);
    await expect(moved && channels.destinationOf(moved)).rejects.toThrow();
  });
});
