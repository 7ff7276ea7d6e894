import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { MAX_TARGETS } from '../../../functions/applications/domain/targets/target.ts';
import type { Item } from '../../../functions/platform/world.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const PATH = '/api/apps/shop/targets';
const STAGING = 'https://staging.shop.example';

/** Stored settings, as far as their values are saved for addresses. */
const EarlierRow = v.looseObject({
  settings: v.looseObject({
    replay: v.looseObject({ headers: v.looseObject({ targets: v.unknown() }) }),
    login: v.looseObject({ targets: v.unknown() }),
  }),
});

let stage: LoginStage;
const started = (env: Record<string, string> = {}) => {
  stage = loginStage(env);
  return stage;
};
afterEach(() => stage.close());

const allow = (address: unknown, headers: Record<string, string> = stage.asAdmin) =>
  stage.call('POST', PATH, { address }, headers);
const remove = (query: string, headers: Record<string, string> = stage.asAdmin) =>
  stage.call('DELETE', `${PATH}?${query}`, undefined, headers);
const listed = async () => (await stage.call('GET', PATH, undefined, stage.asAdmin)).body.items;

describe('targets of an application (interface 14)', () => {
  test('are allowed, listed and removed by an administrator, with entries in the audit log', async () => {
    started();
    const target = { address: STAGING, allowedBy: 'SVC_ADMIN_KEY', at: '2026-11-20T10:00:00.000Z' };
    const { allowedBy } = (await allow(' https://STAGING.shop.example:443/')).body;
    expect(await listed()).toEqual([{ ...target, allowedBy }]);
    stage.clock.now += 1000;
    expect(await remove(`address=${encodeURIComponent('https://staging.shop.example.')}`)).toMatchObject({
      status: 200,
    });
    expect(await listed()).toEqual([]);
    const { items } = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(items.map(({ action, subject }: { action: string; subject: object }) => [action, subject])).toEqual([
      ['target.removed', { appId: 'shop', address: STAGING }],
      ['target.allowed', { appId: 'shop', address: STAGING }],
    ]);
  });

  test('keep who allowed an address and when, if it is allowed again', async () => {
    started();
    const first = (await allow(STAGING)).body;
    stage.clock.now += 1000;
    expect((await allow(STAGING)).body).toEqual(first);
  });

  test.each([[undefined], [null], [7], ['staging.shop.example'], ['https://*.example'], ['https://a.example/path']])(
    'refuse the address %j without repeating it',
    async (address) => {
      started();
      const answer = await allow(address);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'INVALID_TARGET']);
      expect(answer.body.errorMessage).toMatch(/^address must be/);
      expect(await listed()).toEqual([]);
    },
  );

  test('are refused above their maximum until one is removed', async () => {
    started();
    for (let at = 1; at < MAX_TARGETS; at++)
      await stage.services.targets.allow('shop', `https://h${at}.example`, 'ann');
    expect((await allow('https://last.example')).status).toBe(200);
    const refused = await allow('https://further.example');
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_TARGETS']);
    expect((await allow('https://last.example')).status).toBe(200);
    await remove('address=https://h1.example');
    expect((await allow('https://further.example')).status).toBe(200);
  });

  test('include those of SVC_TARGETS for every application, which cannot be removed', async () => {
    started({ SVC_TARGETS: `${STAGING}/, https://*.preview.shop.example` });
    expect(await listed()).toEqual([
      { address: STAGING, allowedBy: 'SVC_TARGETS', at: null },
      { address: 'https://*.preview.shop.example', allowedBy: 'SVC_TARGETS', at: null },
    ]);
    expect((await remove(`address=${STAGING}`)).status).toBe(404);
  });

  test.each(['https://*.example', 'staging.shop.example', `${STAGING},https://a.example/path`])(
    'stop the start for SVC_TARGETS=%s',
    (targets) => {
      started();
      expect(() => loginStage({ SVC_TARGETS: targets })).toThrow(/^SVC_TARGETS is invalid/);
    },
  );

  test('are removed by their exact address only', async () => {
    started();
    await allow(STAGING);
    expect((await remove('address=https://shop.example')).status).toBe(404);
    expect((await remove(`address=${STAGING}&for=65f0a1b2c3d4e5f601234567`)).status).toBe(404);
    expect((await remove('')).status).toBe(400);
    expect(await listed()).toHaveLength(1);
  });

  test.each([
    ['a caller without credentials', 401, null],
    ['a key with the scope read', 403, ['read']],
    ['a key with the scope write', 403, ['read', 'write']],
    ['a key with the scope agent', 403, ['agent']],
  ] as const)('can be neither allowed nor removed by %s', async (_, status, scopes) => {
    started();
    await allow(STAGING);
    const headers: Record<string, string> = scopes ? { 'x-api-key': await stage.keyOf('default', ...scopes) } : {};
    expect((await allow('https://evil.example', headers)).status).toBe(status);
    expect((await remove(`address=${STAGING}`, headers)).status).toBe(status);
    expect((await listed()).map(({ address }: { address: string }) => address)).toEqual([STAGING]);
  });

  test.each([
    ['', []],
    ['https://old.example', ['https://old.example']],
  ])(
    'bind values of an earlier version to the addresses allowed before, with SVC_TARGETS=%s',
    async (setting, before) => {
      started(setting === '' ? {} : { SVC_TARGETS: setting });
      const key = { pk: 'T#default#APP#shop', sk: 'SETTINGS' };
      const put = (change: object) => stage.call('PUT', '/api/apps/shop/settings', change, stage.asAdmin);
      await put({
        replay: { headers: { set: { 'x-key': 'secret' } } },
        login: { request: { path: '/login', body: 'password' }, token: { path: '$.t' }, place: { cookie: 'sid' } },
      });
      const { settings, ...row } = v.parse(EarlierRow, await stage.table.get(key));
      const { targets: _, ...headers } = settings.replay.headers;
      const { targets: __, ...login } = settings.login;
      const earlier = { ...settings, replay: { ...settings.replay, headers }, login };
      await stage.table.put({ ...row, ...key, settings: earlier as unknown as Item['settings'] }); // it was read from a row
      await allow(STAGING);
      const bound = [...before, 'loopback', 'earlier-runs'];
      const { body } = await put({ operationNaming: 'path' });
      expect(body).toMatchObject({
        replay: { headers: { set: { 'x-key': 'secret' }, targets: { 'x-key': bound } } },
        login: { request: { body: 'password' }, targets: bound },
      });
    },
  );

  test('belong to the application and the tenant that they were allowed in', async () => {
    started();
    await allow(STAGING);
    expect((await stage.call('GET', '/api/apps/other/targets', undefined, stage.asAdmin)).body.items).toEqual([]);
    const other = { 'x-api-key': await stage.keyOf('other', 'admin'), 'x-tenant-id': 'other' };
    expect((await stage.call('GET', PATH, undefined, other)).body.items).toEqual([]);
  });
});
