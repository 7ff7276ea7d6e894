import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { type ApplicationStore, applicationStore } from '../../../functions/applications/store/applications.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { randomBytes } from '../../support/test-random.ts';

let table: StandaloneTable;
let applications: ApplicationStore;
let settings: ReturnType<typeof sealedSettings>;
const keys = localKeys([randomBytes(32)]);
beforeEach(() => {
  table = openTable(':memory:', () => 0);
  applications = applicationStore(table, 'default');
  settings = sealedSettings({ table, keys }, 'default');
});
afterEach(() => table.close());

describe('settings of an application (interface 10)', () => {
  test('are the defaults before a change', async () => {
    expect(await applications.settings('shop')).toEqual(DEFAULT_SETTINGS);
    expect(await applications.settings('\ud800')).toEqual(DEFAULT_SETTINGS);
  });

  test('keep the members that a change does not send, also in concurrent changes', async () => {
    await Promise.all([
      settings.changeSettings('shop', { replay: { maxQps: 7 } }),
      settings.changeSettings('shop', { operationNaming: 'method-path' }),
      settings.changeSettings('shop', { redact: [{ header: 'cookie' }] }),
    ]);
    expect(await applications.settings('shop')).toEqual({
      ...DEFAULT_SETTINGS,
      operationNaming: 'method-path',
      replay: { ...DEFAULT_SETTINGS.replay, maxQps: 7 },
      redact: [{ header: 'cookie' }],
    });
    expect(await applications.settings('other')).toEqual(DEFAULT_SETTINGS);
    expect(await applicationStore(table, 'tenant2').settings('shop')).toEqual(DEFAULT_SETTINGS);
  });

  test('have the defaults of members that rows of earlier versions lack', async () => {
    const { furtherHeaders: _, replay, ...earlier } = DEFAULT_SETTINGS;
    const { pace: _1, ...sending } = replay;
    const row = { version: 1, settings: { ...earlier, replay: { ...sending, maxQps: 7 } } };
    await table.put({ pk: 'T#default#APPS', sk: 'shop' });
    await table.put({ pk: 'T#default#APP#shop', sk: 'SETTINGS', ...row });
    const expected = { ...DEFAULT_SETTINGS, replay: { ...replay, maxQps: 7 } };
    expect(await applications.settings('shop')).toEqual(expected);
    await settings.changeSettings('shop', { replay: { pace: 2 }, furtherHeaders: ['X-Build'] });
    expect(await applications.settings('shop')).toEqual({
      ...expected,
      furtherHeaders: ['x-build'],
      replay: { ...expected.replay, pace: 2 },
    });
  });

  test('do not change if one member is unusable', async () => {
    expect(await settings.changeSettings('shop', { operationNaming: 'path', replay: { maxQps: -1 } })).toMatchObject({
      code: 'INVALID_SETTINGS',
    });
    expect(await table.get({ pk: 'T#default#APP#shop', sk: 'SETTINGS' })).toBeUndefined();
  });
});

describe('values of headers and logins that replays send', () => {
  const KEY = { pk: 'T#default#APP#shop', sk: 'SETTINGS' };
  const SECRET = 'Bearer planted-secret';
  const set = { authorization: SECRET, 'x-team': 'a' };

  test('are sealed in the table, and opened when they are sent or changed', async () => {
    await settings.changeSettings('shop', { replay: { headers: { set } } });
    const row = JSON.stringify(await table.get(KEY));
    expect(row).not.toContain('planted-secret');
    expect(row).toContain('authorization');
    expect((await settings.settings('shop')).replay.headers.set).toEqual(set);
    expect((await applications.settings('shop')).replay.headers.set).toEqual({ authorization: '***', 'x-team': '***' });
    await settings.changeSettings('shop', { replay: { headers: { set: { authorization: '***' } } } });
    expect((await settings.settings('shop')).replay.headers.set).toEqual({ authorization: SECRET });
    await settings.changeSettings('shop', { replay: { headers: { set: {} } } });
    expect(await table.get(KEY)).not.toHaveProperty('sealedHeaders');
  });

  test('cannot be opened for another application or another tenant', async () => {
    await settings.changeSettings('shop', { replay: { headers: { set } } });
    const row = await table.get(KEY);
    if (row === undefined) throw new Error('no settings');
    await table.put({ ...row, pk: 'T#default#APP#other' });
    await table.put({ ...row, pk: 'T#acme#APP#shop' });
    await expect(settings.settings('other')).rejects.toThrow();
    await expect(sealedSettings({ table, keys }, 'acme').settings('shop')).rejects.toThrow();
  });

  test('are sealed in the table for a login request, and masked for readers', async () => {
    const request = {
      method: 'POST',
      path: '/login?key=planted-secret',
      headers: { 'x-key': 'planted-secret' },
      body: '{"password":"planted-secret"}',
    };
    const login = { request, token: { path: '$.t' }, place: { cookie: 'sid' }, scope: 'run' };
    expect((await settings.changeSettings('shop', { login })).ok).toBe(true);
    expect(JSON.stringify(await table.get(KEY))).not.toContain('planted-secret');
    expect((await settings.settings('shop')).login).toMatchObject({ request });
    expect(JSON.stringify(await applications.settings('shop'))).not.toContain('planted-secret');
    await settings.changeSettings('shop', { login: { scope: 'user' } });
    expect((await settings.settings('shop')).login).toMatchObject({ request, scope: 'user' });
    await settings.changeSettings('shop', { login: { caseId: 'case-1' } });
    expect(await table.get(KEY)).not.toHaveProperty('sealedLogin');
    await settings.changeSettings('shop', { login: null });
    expect((await settings.settings('shop')).login).toBe(null);
  });

  test('are read from rows of earlier versions, and sealed at the start or by the next change', async () => {
    const old = { ...DEFAULT_SETTINGS, replay: { ...DEFAULT_SETTINGS.replay, headers: { set, remove: ['b'] } } };
    for (const seal of [
      () => settings.seal('shop'),
      () => settings.changeSettings('shop', { redact: [{ header: 'cookie' }] }),
    ]) {
      await table.put({ ...KEY, version: 3, settings: old });
      expect(await settings.settings('shop')).toEqual({
        ...old,
        replay: { ...old.replay, headers: { set, always: [], remove: ['b'], targets: {} } },
      });
      expect((await applications.settings('shop')).replay.headers.set.authorization).toBe('***');
      await seal();
      expect(JSON.stringify(await table.get(KEY))).not.toContain('planted-secret');
      expect((await settings.settings('shop')).replay.headers).toMatchObject({ set, always: [], remove: ['b'] });
    }
  });
});

describe('main endpoints (spec 4.7)', () => {
  test('are replaced by the next registration, and removed by an empty one', async () => {
    expect(await applications.mainOperations('shop')).toEqual([]);
    await applications.registerMainOperations('shop', ['/a', '/b']);
    await applications.registerMainOperations('shop', ['/c']);
    expect(await applications.mainOperations('shop')).toEqual(['/c']);
    await applications.registerMainOperations('shop', []);
    expect(await applications.mainOperations('shop')).toEqual([]);
  });
});
