import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeServices, sessionServices } from '../../../functions/login/composition.ts';
import { MAX_KEY_AGE_MS } from '../../../functions/login/store/api-keys.ts';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { compositions } from '../../../functions/platform/composition.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import type { World } from '../../../functions/platform/world.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

const ANN = 'ann@shop.test';
const name = hasDynamoDb
  ? 'login on DynamoDB'
  : 'login on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: () => unknown;
  let elapsed = 0;
  let keyReads = 0;
  let open: () => ReturnType<typeof sessionServices> & ReturnType<typeof codeServices>;

  beforeAll(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    const table = dynamoTable(opened.client, opened.tableName, Date.now);
    const counted: typeof table.get = (key) => {
      if (key.sk === 'KEY') keyReads++;
      return table.get(key);
    };
    const world = {
      table: { ...table, get: counted },
      keys: localKeys([randomBytes(32)]),
      log: silentLog,
      now: Date.now,
      elapsed: () => elapsed,
      newId,
      // What is not mailed needs no more.
    } as unknown as World;
    const config = standaloneConfig({ SVC_GUEST_LOGIN: 'on', SVC_PUBLIC_URL: 'http://service' });
    open = () =>
      compositions<keyof World>({ world, config }).shared(({ shared }) => ({
        ...shared(sessionServices),
        ...shared(codeServices),
      }));
  });
  afterAll(() => stop?.());

  test('agrees on keys between processes, accepts one of several guesses at once, and ends the session of a reused token', async () => {
    const [a, b] = [open(), open()];
    const codes = await Promise.all([a, b].map(({ verificationCodes }, at) => verificationCodes.make(ANN, `r${at}`)));
    const guesses = codes.flatMap((code) => Array.from({ length: 2 }, () => code ?? ''));
    const right = await Promise.all(guesses.map((guess, at) => [a, b][at % 2]?.verificationCodes.redeem(ANN, guess)));
    expect(right.filter(Boolean)).toHaveLength(1);

    const { tokens } = await a.personLogins.logIn(ANN, 'code');
    expect(await b.sessions.holderOf(tokens?.accessToken ?? '')).toEqual({
      tenant: 'default',
      name: ANN,
      role: 'member',
    });
    const shown = { accessToken: null, refreshToken: tokens?.refreshToken ?? null };
    const fresh = await b.sessions.refresh(ANN, shown);
    expect(fresh).not.toBeNull();
    expect(await a.sessions.refresh(ANN, shown)).toBeNull();
    expect(await b.sessions.holderOf(fresh?.accessToken ?? '')).toBeNull();
  });

  test('accepts an invitation once, and keeps one of two admins who are removed at once', async () => {
    const [a, b] = [open(), open()];
    const [ann, bob] = ['ann@dynamo.test', 'bob@dynamo.test'];
    for (const userName of [ann, bob]) {
      await a.personLogins.logIn(userName, 'code');
      expect(await a.users.setRole(userName, 'admin', 'acme', 'admin-key')).toMatchObject({ state: 'invited' });
    }
    const accepts = await Promise.all([a, b, a, b].map(({ users }) => users.accept(ann, 'acme')));
    expect(accepts.filter((one) => one === 'NO_MEMBERSHIP')).toHaveLength(3);
    await b.users.accept(bob, 'acme');
    const listed = async () => (await a.users.page('acme', { limit: 10, after: null })).items;
    await expect.poll(listed).toMatchObject([
      { userName: ann, role: 'admin', state: 'active' },
      { userName: bob, role: 'admin', state: 'active' },
    ]);
    const removals = await Promise.all([a.users.remove(ann, 'acme'), b.users.disable(bob, 'acme')]);
    expect(removals.filter((one) => one === 'LAST_ADMIN')).toHaveLength(1);
    expect((await a.users.memberships(ann)).map(({ tenant }) => tenant)).toContain('default');
  });

  test('notes a use of an API key, and does not restore a removed one', async () => {
    const { apiKeys } = open();
    const made = await apiKeys.create({ name: 'ci', tenant: 'default', scopes: ['read'] });
    const { id = '', key = '' } = made ?? {};
    expect(await apiKeys.create({ name: 'CI', tenant: 'default', scopes: ['read'] })).toBeNull();
    expect(await apiKeys.holderOf(key)).toEqual({ tenant: 'default', name: 'ci', scopes: ['read'] });
    const listed = async () => (await apiKeys.page('default', { limit: 10, after: null })).items;
    await expect.poll(listed).toMatchObject([{ id, lastUsedAt: expect.any(Number) }]);
    const rotated = await apiKeys.rotate('default', id, { overlapMs: 60_000 });
    const second = rotated !== null && rotated !== 'EXPIRED' ? rotated.key : '';
    const third = await apiKeys.rotate('default', id, { overlapMs: 0 });
    elapsed += MAX_KEY_AGE_MS;
    expect([await apiKeys.holderOf(key), await apiKeys.holderOf(second)]).toEqual([null, null]);
    expect(third).toMatchObject({ id, previousValidUntil: null, key: expect.not.stringMatching(second) });
    expect(await apiKeys.remove('other', id)).toBeNull();
    expect(await apiKeys.remove('default', id)).toEqual({ name: 'ci' });
    elapsed += MAX_KEY_AGE_MS;
    expect(await apiKeys.holderOf(key)).toBeNull();
    expect(await apiKeys.create({ name: 'ci', tenant: 'default', scopes: ['read'] })).not.toBeNull();
  });

  test('reads an API key once a second in each process, so that one that was removed is refused within a second', async () => {
    const [a, b] = [open(), open()];
    const { id = '', key = '' } =
      (await a.apiKeys.create({ name: 'agent', tenant: 'default', scopes: ['agent'] })) ?? {};
    const holds = async () => (await b.apiKeys.holderOf(key)) !== null;
    keyReads = 0;
    for (let use = 0; use < 20; use++) expect(await holds()).toBe(true);
    expect(keyReads).toBe(1);
    expect(await a.apiKeys.remove('default', id)).toEqual({ name: 'agent' });
    elapsed += MAX_KEY_AGE_MS - 1;
    expect(await holds()).toBe(true);
    elapsed += 1;
    expect(await holds()).toBe(false);
    expect(await holds()).toBe(false);
  });

  test('accepts the new secret of an API key at once, in a process that remembers the one before', async () => {
    const [a, b] = [open(), open()];
    const { id = '', key = '' } =
      (await a.apiKeys.create({ name: 'turned', tenant: 'default', scopes: ['agent'] })) ?? {};
    expect(await b.apiKeys.holderOf(key)).not.toBeNull();
    const rotated = await a.apiKeys.rotate('default', id, { overlapMs: 0 });
    if (rotated === null || rotated === 'EXPIRED') throw new Error('the key was not rotated');
    expect(await b.apiKeys.holderOf(rotated.key)).toMatchObject({ name: 'turned' });
    elapsed += MAX_KEY_AGE_MS;
    expect(await b.apiKeys.holderOf(key)).toBeNull();
  });
});
