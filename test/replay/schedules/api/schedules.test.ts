import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_SCHEDULES } from '../../../../functions/replay/schedules/domain/schedule.ts';
import { type LoginStage, loginStage } from '../../../support/stages/login-stage.ts';

const LIST = '/api/apps/shop/schedules';
const NIGHTLY = `${LIST}/nightly`;
const BODY = { cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', targetEnv: 'http://10.0.0.1:8080' };

let stage: LoginStage;
beforeEach(() => {
  stage = loginStage();
});
afterEach(() => stage.close());

const put = (body: unknown, path = NIGHTLY, headers: Record<string, string> = stage.asAdmin) =>
  stage.call('PUT', path, body, headers);
const get = async (path = NIGHTLY) => (await stage.call('GET', path, undefined, stage.asAdmin)).body;

/** The clock of the stage is at 2026-11-20T10:00:00.000Z, a Friday. */
const SAVED = {
  id: 'nightly',
  ...BODY,
  enabled: true,
  notify: false,
  caseSource: 'rolling',
  caseSourceHours: 24,
  caseTags: {},
  operations: null,
  caseCountLimit: null,
  enableMock: true,
  thresholdConfigured: false,
  attributes: null,
  nextRunAt: '2026-11-23T01:30:00.000Z',
  paused: null,
  lastRunAt: null,
  lastPlanId: null,
  lastError: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

describe('schedules of an application (interface 10)', () => {
  test('are saved, listed by id, read and removed', async () => {
    expect(await get(LIST)).toEqual({ items: [], nextCursor: null });
    expect(await put(BODY)).toMatchObject({ status: 200, body: SAVED });
    stage.clock.now += 1000;
    const hourly = { cron: '0 * * * *', targetEnv: BODY.targetEnv };
    expect((await put(hourly, `${LIST}/hourly`)).body).toMatchObject({
      timeZone: 'UTC',
      nextRunAt: '2026-11-20T11:00:00.000Z',
    });
    expect((await get(LIST)).items.map(({ id }: { id: string }) => id)).toEqual(['hourly', 'nightly']);
    expect(await get()).toEqual(SAVED);
    expect(await get('/api/apps/bank/schedules')).toEqual({ items: [], nextCursor: null });

    stage.clock.now += 1000;
    const removed = await stage.call('DELETE', NIGHTLY, undefined, stage.asAdmin);
    expect([removed.status, removed.body]).toEqual([200, { id: 'nightly' }]);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await stage.call(method, NIGHTLY, undefined, stage.asAdmin);
      expect([status, body]).toEqual([404, { errorCode: 'NOT_FOUND', errorMessage: 'there is no such schedule' }]);
    }
    const audit = (await get('/api/audit')).items.map(({ action, subject }: Record<string, unknown>) => [
      action,
      subject,
    ]);
    expect(audit).toEqual([
      ['schedule.removed', { appId: 'shop', scheduleId: 'nightly' }],
      ['schedule.saved', { appId: 'shop', scheduleId: 'hourly' }],
      ['schedule.saved', { appId: 'shop', scheduleId: 'nightly' }],
    ]);
  });

  test('keep the setting to notify channels, which is off by default (spec 6.2.1)', async () => {
    expect((await put(BODY)).body.notify).toBe(false);
    expect((await put({ notify: true })).body.notify).toBe(true);
    expect((await put({ enabled: false })).body.notify).toBe(true);
    expect((await put({ notify: null })).body.notify).toBe(false);
    expect((await put({ notify: 'yes' })).body).toEqual({
      errorCode: 'INVALID_SCHEDULE',
      errorMessage: 'notify must be true or false',
    });
  });

  test('keep the setting to run differing cases first', async () => {
    await put({ ...BODY, caseSelection: 'spread' });
    expect(await get()).toEqual({ ...SAVED, caseSelection: 'spread' });
    expect((await put({ caseSelection: 'any' })).body.errorMessage).toBe('caseSelection must be newest or spread');
  });

  test('take the id from the body, or get a new one, without an id in the path', async () => {
    expect((await put({ ...BODY, id: 'nightly' }, LIST)).body).toEqual(SAVED);
    const made = (await put(BODY, LIST)).body.id;
    expect(made).toMatch(/^[0-9a-f]{16}$/);
    expect(await get(`${LIST}/${made}`)).toMatchObject({ cron: BODY.cron });
  });

  test('are saved again as they were read: omitted members keep their values, and null resets them', async () => {
    const whole = {
      ...BODY,
      operations: ['/orders'],
      caseSource: 'pinned',
      caseSourceHours: 5,
      caseTags: { tier: 'gold', size: 1 },
      caseCountLimit: 7,
      enableMock: false,
      attributes: { build: 1 },
    };
    const first = (await put(whole)).body;
    expect(first).toMatchObject({ ...whole, caseSourceHours: 5, caseTags: { tier: 'gold', size: '1' } });
    stage.clock.now += 1000;
    const updatedAt = '2026-11-20T10:00:01.000Z';
    expect((await put(first)).body).toEqual({ ...first, updatedAt });
    expect((await put({})).body).toEqual({ ...first, updatedAt });
    const { body } = await put({
      timeZone: null,
      operations: null,
      caseSource: null,
      caseSourceHours: null,
      caseTags: null,
      caseCountLimit: null,
      enableMock: null,
      attributes: null,
    });
    expect(body).toEqual({ ...SAVED, timeZone: 'UTC', nextRunAt: '2026-11-23T02:30:00.000Z', updatedAt });
  });

  test('have no next run while paused, and the next one of that time when resumed', async () => {
    await put(BODY);
    const paused = { by: 'admin-key', at: SAVED.updatedAt };
    expect((await put({ enabled: false })).body).toEqual({ ...SAVED, enabled: false, nextRunAt: null, paused });
    stage.clock.now += 7 * 86_400_000;
    // A change of a paused schedule does not pause it again.
    expect((await put({ caseSourceHours: 5 })).body).toMatchObject({ paused });
    expect((await put({ enabled: true })).body).toMatchObject({ nextRunAt: '2026-11-30T01:30:00.000Z', paused: null });
  });

  test('keep the numbers of attributes as they were written (spec 2.1)', async () => {
    const attributes = '{"build.id":12345678901234567890,"ratio":1.0}';
    await stage.send(
      'PUT',
      NIGHTLY,
      `{"cron":"0 3 * * *","targetEnv":"http://10.0.0.1","attributes":${attributes}}`,
      stage.asAdmin,
    );
    await put({ cron: '0 4 * * *' });
    const { attributes: stored } = (await stage.services.schedules.find('shop', 'nightly'))?.trigger ?? {};
    expect(stored).toBe(attributes);
  });

  test('have passThreshold sealed and never shown (spec 2.1), and remove it with null', async () => {
    const { text } = { text: JSON.stringify((await put({ ...BODY, passThreshold: 0.87 })).body) };
    expect(text).not.toContain('0.87');
    expect(await get()).toEqual({ ...SAVED, thresholdConfigured: true });
    expect((await put({ cron: '0 3 * * *' })).body.thresholdConfigured).toBe(true);
    expect((await put({ passThreshold: null })).body.thresholdConfigured).toBe(false);
    const rows = JSON.stringify(await stage.table.query({ pk: 'T#default#APP#shop' }));
    expect(rows).not.toContain('0.87');
  });

  test(`are at most ${MAX_SCHEDULES}, and removing one makes room`, async () => {
    const all = Array.from({ length: MAX_SCHEDULES + 5 }, (_, n) => put(BODY, `${LIST}/s${n}`));
    const answers = await Promise.all(all);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 5 }, () => [
        409,
        { errorCode: 'TOO_MANY_SCHEDULES', errorMessage: `an application has at most ${MAX_SCHEDULES} schedules` },
      ]),
    );
    const { items } = await get(LIST);
    expect(items).toHaveLength(MAX_SCHEDULES);
    // An existing one can still be changed, and other applications have room of their own.
    expect((await put({ enabled: false }, `${LIST}/${items[0].id}`)).status).toBe(200);
    expect((await put(BODY, '/api/apps/bank/schedules/nightly')).status).toBe(200);
    await stage.call('DELETE', `${LIST}/${items[0].id}`, undefined, stage.asAdmin);
    expect((await put(BODY, `${LIST}/new`)).status).toBe(200);
    expect((await put(BODY, `${LIST}/newer`)).status).toBe(409);
  });

  test('leave the application unknown again after the last one is removed', async () => {
    await put(BODY);
    expect(await stage.services.applications.isKnown('shop')).toBe(true);
    await stage.call('DELETE', NIGHTLY, undefined, stage.asAdmin);
    expect(await stage.services.applications.isKnown('shop')).toBe(false);
  });
});

describe('the saving of a schedule', () => {
  const CRON = 'cron must have 5 valid fields: minute, hour, day of month, month and day of week, such as 30 2 * * 1-5';
  const ZONE = 'timeZone must be the name of an IANA time zone, such as Europe/Berlin';
  const ID = 'id must be 1 to 64 characters of A-Z a-z 0-9 . _ -, neither . nor ..';

  test.for<[change: Record<string, unknown>, message: string]>([
    [{ cron: undefined }, 'cron is missing'],
    [{ cron: null }, 'cron is missing'],
    [{ cron: 5 }, 'cron is missing'],
    [{ cron: '0 3 * *' }, CRON],
    [{ cron: '* * * * * *' }, CRON],
    [{ cron: '@daily' }, CRON],
    [{ cron: '0 0 30 2 *' }, 'cron names a date that never occurs'],
    [{ timeZone: 'Mars/Phobos' }, ZONE],
    [{ timeZone: '+02:00' }, ZONE],
    [{ timeZone: 2 }, ZONE],
    [{ enabled: 'yes' }, 'enabled must be true or false'],
    [{ id: 'other' }, 'id must equal the id in the path'],
    [{ targetEnv: undefined }, 'targetEnv is missing'],
    [{ targetEnv: ' ' }, 'targetEnv is missing'],
    [{ targetEnv: 'ftp://x' }, 'targetEnv must be an http:// or https:// address'],
    [{ targetEnv: 'http://a:b@x' }, 'targetEnv must be an http:// or https:// address'],
    [{ caseSourceHours: 0 }, 'caseSourceHours must be a positive integer'],
    [{ caseSource: 'all' }, 'caseSource must be rolling or pinned'],
    [{ operations: [' '] }, 'operations contains only blank strings'],
    [{ operations: '/a' }, 'operations must be a list of strings'],
    [{ passThreshold: 2 }, 'passThreshold must be a number from 0 to 1'],
    [{ caseCountLimit: 0.5 }, 'caseCountLimit must be a positive integer'],
    [{ caseTags: ['a'] }, 'caseTags must be an object of at most 100 tag names and values, 32 KiB in total'],
    [{ enableMock: 1 }, 'enableMock must be true or false'],
    [{ attributes: [] }, 'attributes must be an object'],
    [
      { attributes: { a: 'x'.repeat(64 * 1024) } },
      'operations, caseTags and attributes must not be larger than 64 KiB in total',
    ],
  ])('refuses an invalid member by its name, and changes nothing: %j', async ([change, errorMessage]) => {
    const expected = [400, { errorCode: 'INVALID_SCHEDULE', errorMessage }];
    const created = await put({ ...BODY, ...change });
    expect([created.status, created.body]).toEqual(expected);
    expect(await get(LIST)).toEqual({ items: [], nextCursor: null });
    // undefined is not sent, and keeps the value.
    if (Object.values(change).includes(undefined)) return;
    await put(BODY);
    const changed = await put(change);
    expect([changed.status, changed.body]).toEqual(expected);
    expect(await get()).toEqual(SAVED);
  });

  test.for(['.', '..', 'a b', 'ä', 'x'.repeat(65), 'a/b'])('refuses the id %j', async (id) => {
    const { status, body } = await put({ ...BODY, id }, LIST);
    expect([status, body]).toEqual([400, { errorCode: 'INVALID_SCHEDULE', errorMessage: ID }]);
  });

  test('refuses an id that is not text', async () => {
    for (const id of [7, null, {}]) expect((await put({ ...BODY, id }, LIST)).body.errorMessage).toBe(ID);
  });

  test('refuses an invalid application', async () => {
    const { status, body } = await put(BODY, '/api/apps/%20/schedules/nightly');
    expect([status, body.errorCode, body.errorMessage]).toEqual([400, 'INVALID_QUERY', 'appId is missing or invalid']);
  });

  test('refuses a target that the egress policy denies', async () => {
    stage.world.egress.denial = async () => 'denied-address';
    const { status, body } = await put(BODY);
    expect([status, body.errorMessage]).toEqual([
      400,
      'targetEnv is not allowed by the egress policy (denied-address)',
    ]);
  });

  test('refuses a request of a replay (loop)', async () => {
    const { status, body } = await put(BODY, NIGHTLY, { ...stage.asAdmin, 'x-replay-id': 'a' });
    expect([status, body.errorMessage]).toEqual([400, 'x-replay-id: a replayed request must not trigger a replay']);
  });

  test('refuses a caller who may only read', async () => {
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    expect((await put(BODY, NIGHTLY, reader)).status).toBe(403);
    await put(BODY);
    expect((await stage.call('GET', NIGHTLY, undefined, reader)).body).toEqual(SAVED);
    expect((await stage.call('DELETE', NIGHTLY, undefined, reader)).status).toBe(403);
    expect((await stage.call('GET', NIGHTLY)).status).toBe(401);
    const stranger = { 'x-api-key': await stage.keyOf('acme', 'read', 'write'), 'x-tenant-id': 'acme' };
    expect((await stage.call('GET', NIGHTLY, undefined, stranger)).status).not.toBe(200);
  });
});
