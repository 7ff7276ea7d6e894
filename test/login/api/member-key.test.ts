import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const HOUR = 3_600_000;
const BOB = 'bob@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const made = async (shown: Record<string, string>) => stage.call('POST', '/api/login/api-key', undefined, shown);
const keyOf = async (accessToken: string): Promise<string> =>
  (await made({ 'access-token': accessToken })).body.body.key;
const status = async (method: string, path: string, key: string, body?: unknown) =>
  (await stage.call(method, path, body, { 'x-api-key': key })).status;
const reads = (key: string) => status('GET', '/api/replays', key);
const writes = (key: string) => status('POST', '/api/apps/shop/compare-rules', key, { kind: 'ignore', path: '$.a' });
const listed = async () => (await stage.call('GET', '/api/api-keys', undefined, stage.asAdmin)).body.body.items;

describe('POST /api/login/api-key', () => {
  test.for([
    ['viewer', 200, 403],
    ['member', 200, 201],
    ['admin', 200, 201],
  ] as const)('gives a %s a key with their rights', async ([role, read, write]) => {
    stage = loginStage();
    const { accessToken } = await stage.memberOf('acme', BOB, role);
    const answer = await made({ 'access-token': accessToken });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body.body).toMatchObject({
      name: expect.stringMatching(/^API reference [0-9a-f]{8}$/),
      expiresAt: new Date(stage.clock.now + HOUR).toISOString(),
      lastUsedAt: null,
    });
    const { key } = answer.body.body;
    expect([await reads(key), await writes(key)]).toEqual([read, write]);
    expect(await status('GET', '/api/api-keys', key)).toBe(role === 'admin' ? 200 : 403);
    const [entry] = (
      await stage.call('GET', '/api/audit', undefined, { 'x-api-key': await stage.keyOf('acme', 'admin') })
    ).body.items.filter(({ who }: { who: string }) => who === BOB);
    expect(entry).toMatchObject({ action: 'key.made', subject: { id: answer.body.body.id } });
  });

  test.for([
    [HOUR - 1, 200],
    [HOUR, 401],
  ])('makes a key that answers after %i ms with %i, and lists no expired key', async ([age, expected]) => {
    stage = loginStage();
    const key = await keyOf((await stage.login(BOB)).accessToken);
    stage.clock.now += age ?? 0;
    expect(await reads(key)).toBe(expected);
    expect(await listed()).toHaveLength(expected === 200 ? 1 : 0);
  });

  test('replaces the previous key, so that a user has at most one', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(BOB);
    const keys = await Promise.all([1, 2, 3, 4].map(() => keyOf(accessToken)));
    const last = await keyOf(accessToken);
    expect(await Promise.all(keys.map(reads))).toEqual([401, 401, 401, 401]);
    expect([await reads(last), (await listed()).length]).toEqual([200, 1]);
  });

  test('makes another key after an admin revoked the first', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(BOB);
    const key = await keyOf(accessToken);
    const [{ id }] = await listed();
    expect((await stage.call('DELETE', `/api/api-keys/${id}`, undefined, stage.asAdmin)).status).toBe(200);
    expect([await reads(key), await reads(await keyOf(accessToken))]).toEqual([401, 200]);
  });

  test.for(['disable', 'remove', 'endSessions', 'leave'] as const)(
    'makes a key that ends at %s of the user',
    async (change) => {
      stage = loginStage();
      const { accessToken } = await stage.memberOf('acme', BOB, 'member');
      const there = await stage.memberOf('default', BOB, 'viewer');
      const [key, elsewhere] = [await keyOf(accessToken), await keyOf(there.accessToken)];
      await stage.services.users[change](BOB, 'acme');
      expect(await reads(key)).toBe(401);
      expect(await reads(elsewhere)).toBe(200);
    },
  );

  test('makes a key whose rights follow a new role of the user from the next request on', async () => {
    stage = loginStage();
    const { accessToken } = await stage.memberOf('acme', BOB, 'admin');
    await stage.memberOf('acme', 'other@shop.test', 'admin');
    const key = await keyOf(accessToken);
    expect(await writes(key)).toBe(201);
    await stage.services.users.setRole(BOB, 'viewer', 'acme');
    expect([await reads(key), await writes(key)]).toEqual([200, 403]);
  });

  test('refuses guests, API keys and others', async () => {
    stage = loginStage({ SVC_GUEST_LOGIN: 'on' });
    const guest = (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken;
    const own = await keyOf((await stage.login(BOB)).accessToken);
    for (const shown of [{}, stage.asAdmin, { 'access-token': guest }, { 'x-api-key': own }, { 'access-token': own }])
      expect((await made(shown as Record<string, string>)).status).toBe(401);
    expect(await listed()).toHaveLength(1);
  });

  test('reserves names of its form', async () => {
    stage = loginStage();
    for (const name of ['API reference 0a1b2c3d', 'api REFERENCE 0A1B2C3D'])
      expect((await stage.call('POST', '/api/api-keys', { name, scopes: ['read'] }, stage.asAdmin)).status).toBe(400);
    expect(
      (await stage.call('POST', '/api/api-keys', { name: 'API reference', scopes: ['read'] }, stage.asAdmin)).status,
    ).toBe(200);
  });

  test('leaves neither the key nor the address in the table or the log', async () => {
    stage = loginStage();
    const key = await keyOf((await stage.login(BOB)).accessToken);
    const rows = stage.calls.filter(({ key: pk }) => !pk.includes('AUDIT'));
    for (const text of [JSON.stringify(rows), JSON.stringify(stage.lines)])
      for (const secret of [BOB, key, key.slice(-43)]) expect(text).not.toContain(secret);
  });
});
