import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

const make = (tenantId: unknown, as: Record<string, string> = stage.asAdmin, more = {}) =>
  stage.call('POST', '/api/tenants', { tenantId, ...more }, as);
const list = (as: Record<string, string> = stage.asAdmin) => stage.call('GET', '/api/tenants', undefined, as);

describe('tenants (evaluation 5.3)', () => {
  test('are made with a key that has every scope there and none elsewhere', async () => {
    stage = loginStage();
    const { status, body, headers } = await make('shop-eu', stage.asAdmin, { name: 'Shop Europe' });
    expect([status, body, headers.get('cache-control')]).toEqual([
      201,
      { tenantId: 'shop-eu', key: expect.stringMatching(/^rrs_/) },
      'no-store',
    ]);
    const theirs = { 'x-api-key': body.key };
    for (const path of ['/api/replays', '/api/api-keys', '/api/v1/eval/runs', '/api/recorder/apps'])
      expect((await stage.call('GET', path, undefined, theirs)).status, path).toBe(200);
    expect((await stage.call('GET', '/api/replays', undefined, { ...theirs, 'x-tenant-id': 'default' })).status).toBe(
      401,
    );

    const createdAt = new Date(stage.clock.now).toISOString();
    expect((await list()).body).toEqual({
      items: [{ tenantId: 'shop-eu', name: 'Shop Europe', createdAt }],
      nextCursor: null,
    });
    const entries = await stage.call('GET', '/api/audit', undefined, stage.asAdmin);
    expect(entries.body.items[0]).toMatchObject({ action: 'tenant.created', subject: { tenantId: 'shop-eu' } });
  });

  test('are neither made nor listed by an admin of another tenant', async () => {
    stage = loginStage();
    const { key } = (await make('shop-eu')).body;
    expect((await make('shop-us', { 'x-api-key': key })).status).toBe(403);
    expect((await list({ 'x-api-key': key })).status).toBe(403);
  });

  test('are made once per id, also for ten requests at once, and the refused ones leave no key', async () => {
    stage = loginStage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => make('shop-eu')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const { key } = answers.find(({ status }) => status === 201)?.body ?? {};
    const keys = await stage.call('GET', '/api/api-keys', undefined, { 'x-api-key': key });
    expect(keys.body.body.items).toHaveLength(1);
    expect((await make('shop-eu')).body.errorCode).toBe('TENANT_EXISTS');
  });

  test.for([undefined, '', 'default', 'system', 'Shop', 'a#b', 'a'.repeat(64), '-a', 7])(
    'refuse the tenantId %j',
    async (tenantId) => {
      stage = loginStage();
      const { status, body } = await make(tenantId);
      expect([status, body.errorCode, body.errorMessage]).toEqual([
        400,
        'INVALID_TENANT',
        expect.stringMatching(/^tenantId /),
      ]);
      expect((await list()).body.items).toEqual([]);
    },
  );

  test.for(['a', '0', 'a'.repeat(63), 'shop-eu-1'])('accept the tenantId %s', async (tenantId) => {
    stage = loginStage();
    expect((await make(tenantId)).status).toBe(201);
  });
});
