import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

const make = async (fields: Record<string, unknown> = {}, as: Record<string, string> = stage.asAdmin) =>
  stage.call('POST', '/api/api-keys', { name: 'ci', scopes: ['read'], ...fields }, as);
const list = async (as: Record<string, string> = stage.asAdmin, query = '') =>
  (await stage.call('GET', `/api/api-keys${query}`, undefined, as)).body.body;
const reads = async (headers: Record<string, string>) =>
  (await stage.call('GET', '/api/replays', undefined, headers)).status;

describe('API keys (interface 4.8)', () => {
  test('are made once, listed without their secrets, and refused once removed', async () => {
    stage = loginStage();
    const { status, body, headers } = await make({ scopes: ['read', 'record', 'read'] });
    const createdAt = new Date(stage.clock.now).toISOString();
    const view = {
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'ci',
      scopes: ['read', 'record'],
      createdAt,
      createdBy: 'admin-key',
      expiresAt: null,
      rotatedAt: null,
      previousValidUntil: null,
    };
    expect([status, body.responseStatusType.responseCode, headers.get('cache-control')]).toEqual([200, 0, 'no-store']);
    const { id, key } = body.body;
    expect(body.body).toEqual({ ...view, lastUsedAt: null, key: expect.stringMatching(/^rrs_[0-9a-f]{16}_/) });
    expect(await list()).toEqual({ items: [{ ...view, lastUsedAt: null }], nextCursor: null });

    expect(await reads({ 'x-api-key': key })).toBe(200);
    await expect.poll(async () => (await list()).items).toEqual([{ ...view, lastUsedAt: createdAt }]);
    const removed = await stage.call('DELETE', `/api/api-keys/${id}`, undefined, stage.asAdmin);
    expect([removed.status, removed.body.body]).toEqual([200, { id }]);
    expect(await reads({ 'x-api-key': key })).toBe(401);
    expect(await list()).toEqual({ items: [], nextCursor: null });
    expect((await stage.call('DELETE', `/api/api-keys/${id}`, undefined, stage.asAdmin)).status).toBe(404);
  });

  test.for<[number, number]>([
    [59_999, 0],
    [60_000, 60_000],
  ])('show a use %s ms after the noted one as %s', async ([after, shown]) => {
    stage = loginStage();
    const { key } = (await make()).body.body;
    const first = stage.clock.now;
    const lastUsedAt = async () => (await list()).items[0].lastUsedAt;
    await reads({ 'x-api-key': key });
    await expect.poll(lastUsedAt).toBe(new Date(first).toISOString());
    stage.clock.now += after;
    await Promise.all(Array.from({ length: 20 }, () => reads({ 'x-api-key': key })));
    await expect.poll(lastUsedAt).toBe(new Date(first + shown).toISOString());
  });

  test('do not return when they are removed during use', async () => {
    stage = loginStage();
    const { id, key } = (await make()).body.body;
    await Promise.all([
      reads({ 'x-api-key': key }),
      stage.call('DELETE', `/api/api-keys/${id}`, undefined, stage.asAdmin),
      reads({ 'x-api-key': key }),
    ]);
    expect(await reads({ 'x-api-key': key })).toBe(401);
    expect(await list()).toEqual({ items: [], nextCursor: null });
  });

  test('belong to the tenant of the user who made them, and only that tenant lists and removes them', async () => {
    stage = loginStage();
    const key = await stage.keyOf('other', 'admin');
    const asOther = { 'x-api-key': key };
    const theirs = (await make({}, asOther)).body.body;
    const ours = (await make()).body.body;
    expect((await list()).items.map(({ id }: { id: string }) => id)).toEqual([ours.id]);
    expect((await list(asOther)).items.map(({ id }: { id: string }) => id).sort()).toEqual(
      [key.slice(4, 20), theirs.id].sort(),
    );
    expect((await stage.call('DELETE', `/api/api-keys/${ours.id}`, undefined, asOther)).status).toBe(404);
    expect(await reads({ 'x-api-key': theirs.key, 'x-tenant-id': 'other' })).toBe(200);
    expect(await reads({ 'x-api-key': theirs.key, 'x-tenant-id': 'default' })).toBe(401);
    expect(await reads({ 'x-api-key': ours.key })).toBe(200);
  });

  test('are listed by page', async () => {
    stage = loginStage();
    for (let at = 0; at < 3; at++) {
      stage.clock.now += 1;
      await make({ name: `k${at}` });
    }
    const first = await list(stage.asAdmin, '?limit=2');
    const second = await list(stage.asAdmin, `?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['k0', 'k1', 'k2']);
    expect(second.nextCursor).toBeNull();
    for (const query of ['limit=0', 'limit=1&limit=2', 'cursor=a&cursor=b'])
      expect((await stage.call('GET', `/api/api-keys?${query}`, undefined, stage.asAdmin)).status, query).toBe(400);
  });

  const NAME = 'name must be a string of 1 to 200 visible characters that is not the name of a user or guest';
  const SCOPES =
    'scopes must be a list of read, write, record, agent, admin, eval:read, eval:run, eval:policy, eval:admin, scores:write';
  test.for<[string, Record<string, unknown>]>([
    [NAME, { name: '' }],
    [NAME, { name: ' ' }],
    [NAME, { name: 'x'.repeat(201) }],
    [NAME, { name: undefined }],
    [NAME, { name: 'Ann@shop.test' }],
    [NAME, { name: 'open-api' }],
    [NAME, { name: 'admin-key' }],
    [NAME, { name: 'guest-01234567' }],
    [NAME, { name: 'Admin-Key' }],
    [NAME, { name: 'OPEN-API' }],
    [NAME, { name: 'ａdmin-key' }],
    [NAME, { name: 'Guest-build' }],
    [NAME, { name: '\u2800' }],
    [NAME, { name: 'ci\u2800' }],
    [NAME, { name: 'ci\u3164' }],
    [NAME, { name: 'c\u115fi' }],
    [NAME, { name: 'c\u1160i' }],
    [NAME, { name: 'ci\uffa0' }],
    [NAME, { name: 'a\nb' }],
    [NAME, { name: 'a\u0000' }],
    [NAME, { name: 'a\u009b' }],
    [NAME, { name: 'ci\u202ekcehc' }],
    [NAME, { name: '\u2066ci' }],
    [NAME, { name: 'c\u200bi' }],
    [NAME, { name: 'c\u2028i' }],
    [NAME, { name: 'c\ud800i' }],
    [SCOPES, { scopes: [] }],
    [SCOPES, { scopes: ['everything'] }],
    [SCOPES, { scopes: 'read' }],
    [SCOPES, { scopes: undefined }],
  ])('are refused with %s: %j', async ([message, fields]) => {
    stage = loginStage();
    const { status, body } = await make(fields);
    expect([status, body.responseStatusType.responseDesc]).toEqual([400, message]);
    expect((await list()).items).toEqual([]);
  });

  test.for(['ci', ' ci ', 'CI', 'ｃｉ'])('refuse a second %j beside ci by name, until ci is removed', async (name) => {
    stage = loginStage();
    const { id } = (await make()).body.body;
    const second = await make({ name });
    expect([second.status, second.body.responseStatusType]).toEqual([
      409,
      { responseCode: 1, responseDesc: 'name is already used by another key', timestamp: stage.clock.now },
    ]);
    expect((await list()).items).toHaveLength(1);
    expect((await make({ name: 'ci 2' })).status).toBe(200);
    expect((await make({ name }, { 'x-api-key': await stage.keyOf('other', 'admin') })).status).toBe(200);
    await stage.call('DELETE', `/api/api-keys/${id}`, undefined, stage.asAdmin);
    expect((await make({ name })).status).toBe(200);
  });

  test('keep one of several that are made with one name at the same time', async () => {
    stage = loginStage();
    const made = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await list()).items).toHaveLength(1);
  });

  test('accept names of any script', async () => {
    stage = loginStage();
    for (const name of ['构建 shop', 'Übergabe', 'بناء', 'x'.repeat(200), 'admin-keys', 'the guest-house']) {
      expect((await make({ name })).body.body.name).toBe(name);
    }
  });

  test('are made and listed by admins only', async () => {
    stage = loginStage();
    const member = { 'access-token': (await stage.login('ann@shop.test')).accessToken };
    expect((await make({}, member)).status).toBe(403);
    expect((await stage.call('GET', '/api/api-keys', undefined, member)).status).toBe(403);
    expect((await make({}, {})).status).toBe(401);
  });
});

describe('a request with an access token and an API key', () => {
  test('is judged by the access token', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login('ann@shop.test');
    expect(await reads({ ...stage.asAdmin, 'access-token': 'no-token' })).toBe(401);
    const both = await stage.call('GET', '/api/audit', undefined, { ...stage.asAdmin, 'access-token': accessToken });
    expect(both.status).toBe(403);
    expect(await reads({ 'access-token': accessToken, 'x-tenant-id': 'default' })).toBe(200);
    expect(await reads({ 'access-token': accessToken, 'x-tenant-id': 'other' })).toBe(401);
  });
});
