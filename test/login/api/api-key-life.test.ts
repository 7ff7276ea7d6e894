import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let stage: LoginStage;
beforeEach(() => {
  stage = loginStage();
});
afterEach(() => stage.close());

const make = (fields: Record<string, unknown> = {}, as: Record<string, string> = stage.asAdmin) =>
  stage.call('POST', '/api/api-keys', { name: 'ci', scopes: ['read'], ...fields }, as);
const rotate = (id: string, body?: unknown, as: Record<string, string> = stage.asAdmin) =>
  stage.call('POST', `/api/api-keys/${id}/rotate`, body, as);
const list = async () => (await stage.call('GET', '/api/api-keys', undefined, stage.asAdmin)).body.body.items;
const reads = async (key: string) => (await stage.call('GET', '/api/replays', undefined, { 'x-api-key': key })).status;
const at = (ms: number) => new Date(stage.clock.now + ms).toISOString();
const saidOf = ({ status, body }: Awaited<ReturnType<typeof make>>) => [status, body.responseStatusType.responseDesc];

describe('the end of an API key', () => {
  test('refuses the key from then on, and leaves it in the list', async () => {
    const { key, id, expiresAt } = (await make({ expiresAt: at(DAY) })).body.body;
    expect(expiresAt).toBe(at(DAY));
    stage.clock.now += DAY - 1;
    expect(await reads(key)).toBe(200);
    stage.clock.now += 1;
    expect(await reads(key)).toBe(401);
    expect(await list()).toMatchObject([{ id, expiresAt: at(0) }]);
    // Another service, which remembers nothing.
    stage.restart({});
    expect(await reads(key)).toBe(401);
  });

  const WRONG = 'expiresAt must be a time in ISO-8601 with a time zone, in the future and at most two years away';
  test.for<[string, (now: number) => unknown, number]>([
    ['now', (now) => new Date(now).toISOString(), 400],
    ['in a millisecond', (now) => new Date(now + 1).toISOString(), 200],
    ['in the past', () => '2020-01-01T00:00:00Z', 400],
    ['in two years', () => '2028-11-20T10:00:00+00:00', 200],
    ['in two years and two days', () => '2028-11-22T10:00:00Z', 400],
    ['without a time zone', () => '2027-01-01T00:00:00', 400],
    ['a date alone', () => '2027-01-01', 400],
    ['a number', (now) => now + DAY, 400],
    ['empty', () => '', 400],
    ['no time', () => 'tomorrow', 400],
    ['a list', (now) => [new Date(now + DAY).toISOString()], 400],
    ['null: none', () => null, 200],
  ])('must be in the future and at most two years away: %s', async ([, timeOf, status]) => {
    const answer = await make({ expiresAt: timeOf(stage.clock.now) });
    expect(saidOf(answer)).toEqual([status, status === 200 ? 'success' : WRONG]);
    expect(await list()).toHaveLength(status === 200 ? 1 : 0);
  });

  test.for([
    ['expiry', 'expiry is an unknown member'],
    ['expires_at', 'expires_at is an unknown member'],
    ['tenant', 'tenant is an unknown member'],
    ['__proto__x', '__proto__x is an unknown member'],
    ['a secret, perhaps', 'a member is unknown'],
    ['toString', 'toString is an unknown member'],
  ] as const)('cannot be set by an unknown member, which is refused by name: %s', async ([name, message]) => {
    expect(saidOf(await make({ [name]: at(DAY) }))).toEqual([400, message]);
    expect(await list()).toEqual([]);
    const { id, key } = (await make()).body.body;
    expect(saidOf(await rotate(id, { [name]: 1 }))).toEqual([400, message]);
    expect(await reads(key)).toBe(200);
  });
});

describe('the rotation of an API key', () => {
  test('returns a new secret once and keeps the old one valid for 24 hours', async () => {
    const made = (await make({ scopes: ['read', 'record'] })).body.body;
    stage.clock.now += 1;
    const answer = await rotate(made.id);
    const { key, ...view } = answer.body.body;
    expect([answer.status, answer.headers.get('cache-control'), view]).toEqual([
      200,
      'no-store',
      {
        id: made.id,
        name: 'ci',
        scopes: ['read', 'record'],
        createdAt: at(-1),
        createdBy: 'admin-key',
        lastUsedAt: null,
        expiresAt: null,
        rotatedAt: at(0),
        previousValidUntil: at(DAY),
      },
    ]);
    expect(key).not.toBe(made.key);
    expect(await list()).toEqual([view]);
    const entries = (await stage.call('GET', '/api/audit?limit=1', undefined, stage.asAdmin)).body.items;
    expect(entries).toMatchObject([{ action: 'key.rotated', subject: { id: made.id } }]);
    expect([await reads(key), await reads(made.key)]).toEqual([200, 200]);
    stage.clock.now += DAY - 1;
    expect(await reads(made.key)).toBe(200);
    stage.clock.now += 1;
    expect([await reads(key), await reads(made.key)]).toEqual([200, 401]);
  });

  test('refuses the old secret at once without an overlap', async () => {
    const made = (await make()).body.body;
    const { key, previousValidUntil } = (await rotate(made.id, { overlapHours: 0 })).body.body;
    expect([previousValidUntil, await reads(key), await reads(made.key)]).toEqual([null, 200, 401]);
  });

  test('keeps at most one earlier secret', async () => {
    const first = (await make()).body.body;
    const second = (await rotate(first.id, { overlapHours: 168 })).body.body;
    const third = (await rotate(first.id, { overlapHours: 1 })).body.body;
    expect([await reads(first.key), await reads(second.key), await reads(third.key)]).toEqual([401, 200, 200]);
    stage.clock.now += HOUR;
    expect([await reads(second.key), await reads(third.key)]).toEqual([401, 200]);
  });

  test('keeps the end of the key unless the request sets another, and ends an overlap with it', async () => {
    const made = (await make({ expiresAt: at(HOUR) })).body.body;
    const second = (await rotate(made.id)).body.body;
    expect(second.expiresAt).toBe(made.expiresAt);
    stage.clock.now += HOUR;
    expect([await reads(made.key), await reads(second.key)]).toEqual([401, 401]);
    expect(saidOf(await rotate(made.id))).toEqual([409, 'the key has expired; expiresAt must set a new expiry']);
    const third = (await rotate(made.id, { expiresAt: at(DAY) })).body.body;
    expect([third.expiresAt, third.previousValidUntil]).toEqual([at(DAY), null]);
    // What had expired does not come back.
    expect([await reads(third.key), await reads(second.key), await reads(made.key)]).toEqual([200, 401, 401]);
  });

  test.for([-1, 169, 1.5, '24', true])('refuses overlapHours %j by its name', async (overlapHours) => {
    const { id, key } = (await make()).body.body;
    expect(saidOf(await rotate(id, { overlapHours }))).toEqual([400, 'overlapHours must be an integer from 0 to 168']);
    expect([await reads(key), (await list())[0].rotatedAt]).toEqual([200, null]);
  });

  test('is refused for the key of another tenant, an unknown key and a member', async () => {
    const { id, key } = (await make()).body.body;
    const theirs = { 'x-api-key': await stage.keyOf('other', 'admin') };
    for (const [name, as] of [
      [id, theirs],
      ['0'.repeat(16), stage.asAdmin],
      ['x', stage.asAdmin],
    ] as const)
      expect(saidOf(await rotate(name, {}, as))).toEqual([404, 'there is no such key']);
    const { accessToken } = await stage.login('ann@shop.test');
    expect((await rotate(id, {}, { 'access-token': accessToken })).status).toBe(403);
    expect((await list())[0].rotatedAt).toBeNull();
    expect(await reads(key)).toBe(200);
  });

  test('returns each secret once when ten run at once, and leaves two valid', async () => {
    const { id } = (await make()).body.body;
    const all = await Promise.all(Array.from({ length: 10 }, () => rotate(id)));
    const keys = all.map(({ body }) => body.body.key);
    expect(new Set(keys).size).toBe(10);
    const statuses = await Promise.all(keys.map(reads));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });

  test('does not outlive the key: removal invalidates both secrets', async () => {
    const made = (await make()).body.body;
    const { key } = (await rotate(made.id)).body.body;
    await stage.call('DELETE', `/api/api-keys/${made.id}`, undefined, stage.asAdmin);
    expect([await reads(made.key), await reads(key)]).toEqual([401, 401]);
  });
});

describe('the last use of an API key', () => {
  test('is noted beside the request, which succeeds if noting fails', async () => {
    const { id, key } = (await make()).body.body;
    const { update } = stage.world.table;
    const held = Promise.withResolvers<void>();
    let writes = 0;
    stage.world.table.update = async (...args) => {
      if (args[0].pk !== `SYSTEM#KEY#${id}`) return update(...args);
      writes++;
      await held.promise;
      throw new Error('the disk is full');
    };
    stage.restart({});
    const noted = () => stage.lines.filter(({ message }) => message === 'last use of an API key not stored');
    // No answer waits for the note.
    for (let use = 0; use < 5; use++) expect(await reads(key)).toBe(200);
    expect([writes, noted()]).toEqual([1, []]);
    held.resolve();
    await expect.poll(noted).toEqual([{ message: 'last use of an API key not stored', key: id }]);
    stage.world.table.update = update;
    stage.restart({});
    await reads(key);
    await expect.poll(async () => (await list())[0].lastUsedAt).toBe(at(0));
  });
});
