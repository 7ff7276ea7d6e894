import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openThreshold } from '../../../../functions/replay/service/pass-threshold.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';
import { type LoginStage, loginStage } from '../../../support/stages/login-stage.ts';

const TARGET = 'http://10.0.0.1:8080';
const NIGHTLY = '/api/apps/shop/schedules/nightly';
const START = `${NIGHTLY}/start`;

let stage: LoginStage;
beforeEach(async () => {
  stage = loginStage({ SVC_TARGETS: TARGET, SVC_GUEST_LOGIN: 'on' });
  const recordedAt = new Date(stage.clock.now).toISOString();
  await stage.call('POST', '/api/recorder/cases', [{ ...recordedGet('shop', '/a', {}), recordedAt }], stage.asAdmin);
  await save({});
});
afterEach(() => stage.close());

const save = (change: object) =>
  stage.call('PUT', NIGHTLY, { cron: '30 2 * * 1-5', targetEnv: TARGET, ...change }, stage.asAdmin);
const start = (headers: Record<string, string> = {}, path = START) =>
  stage.call('POST', path, undefined, { ...stage.asAdmin, ...headers });
const stored = async () => (await stage.call('GET', NIGHTLY, undefined, stage.asAdmin)).body;
const plans = async () => (await stage.services.plans.list({ appId: 'shop', limit: 10, after: null })).plans;

describe('POST /api/apps/{appId}/schedules/{id}/start', () => {
  test('starts the run of the schedule as the caller, and leaves its next time', async () => {
    await save({ passThreshold: 0.87, notify: true });
    const before = await stored();
    const { status, body } = await start();
    const [plan, ...others] = await plans();
    if (plan === undefined) throw new Error('no run was started');
    expect([status, body, others]).toEqual([200, { planId: plan.planId }, []]);
    expect(plan).toMatchObject({ scheduleId: 'nightly', operator: 'admin-key', targetEnv: TARGET, notify: true });
    expect(await openThreshold(stage.world.keys, plan)).toBe(0.87);
    expect(await stored()).toEqual({ ...before, lastPlanId: plan.planId, lastRunAt: before.createdAt });
  });

  test('starts a run of a paused schedule, which stays paused', async () => {
    await save({ enabled: false });
    expect((await start()).status).toBe(200);
    expect(await stored()).toMatchObject({ enabled: false, nextRunAt: null });
    expect(await plans()).toHaveLength(1);
  });

  test('returns the same run for a repeated Idempotency-Key, also after the schedule was changed', async () => {
    const first = await start({ 'idempotency-key': 'one' });
    stage.clock.now += 5_000;
    await save({ caseSourceHours: 5 });
    expect(await start({ 'idempotency-key': 'one' })).toMatchObject({ status: 200, body: first.body });
    expect(await plans()).toHaveLength(1);
    expect((await stored()).lastRunAt).toBe('2026-11-20T10:00:00.000Z');
  });

  test('is refused while a run towards the target is going, and writes nothing to the schedule', async () => {
    await start({ 'idempotency-key': 'one' });
    const before = await stored();
    expect(await start({ 'idempotency-key': 'two' })).toMatchObject({
      status: 409,
      body: { errorCode: 'PLAN_RUNNING_1' },
    });
    expect(await stored()).toEqual(before);
  });

  test.for<[headers: Record<string, string>, path: string, status: number, code: string]>([
    [{}, '/api/apps/shop/schedules/gone/start', 404, 'NOT_FOUND'],
    [{}, '/api/apps/bank/schedules/nightly/start', 404, 'NOT_FOUND'],
    [{ 'idempotency-key': 'a b' }, START, 400, 'INVALID_IDEMPOTENCY_KEY'],
    [{ 'x-replay-id': '0f1e2d3c4b5a69788796a5b4' }, START, 409, 'CREATE_PLAN_FAILED'],
  ])('refuses %j at %s with %i', async ([headers, path, status, code]) => {
    expect(await start(headers, path)).toMatchObject({ status, body: { errorCode: code } });
    expect(await plans()).toEqual([]);
  });

  test('refuses a target that is not allowed, notes that, and starts without credentials', async () => {
    await save({ targetEnv: 'http://10.9.9.9:8080' });
    expect(await start()).toMatchObject({ status: 409, body: { errorCode: 'CREATE_PLAN_FAILED' } });
    expect(await plans()).toEqual([]);
    const { items } = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'run.started',
        refused: true,
        subject: { appId: 'shop', address: 'http://10.9.9.9:8080' },
      }),
    );
    await save({ credentials: 'none' });
    expect((await start()).status).toBe(200);
  });
});

describe('the start of a run of a schedule', () => {
  test('needs the scope write in the tenant of the schedule', async () => {
    const viewer = await stage.memberOf('default', 'vera@shop.test', 'viewer');
    const guest = (await stage.call('POST', '/api/login/loginAsGuest', {})).body.body;
    const other = { 'x-api-key': await stage.keyOf('acme', 'admin'), 'x-tenant-id': 'acme' };
    const outsiders: [headers: Record<string, string>, status: number][] = [
      [{}, 401],
      [{ 'x-api-key': 'unknown' }, 401],
      [{ 'access-token': viewer.accessToken }, 403],
      [{ 'access-token': guest.accessToken }, 403],
      [{ 'x-api-key': await stage.keyOf('default', 'read', 'record', 'agent') }, 403],
      [other, 404],
    ];
    for (const [headers, status] of outsiders)
      expect((await stage.call('POST', START, undefined, headers)).status).toBe(status);
    expect(await plans()).toEqual([]);
    const { accessToken } = await stage.memberOf('default', 'ben@shop.test', 'member');
    expect((await stage.call('POST', START, undefined, { 'access-token': accessToken })).status).toBe(200);
    expect(await plans()).toMatchObject([{ operator: 'ben@shop.test' }]);
  });
});
