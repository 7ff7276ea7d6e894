import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { type ApplicationStore, applicationStore } from '../../../functions/applications/store/applications.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';

let table: StandaloneTable;
let applications: ApplicationStore;
beforeEach(() => {
  table = openTable(':memory:', () => 0);
  applications = applicationStore(table, 'default');
});
afterEach(() => table.close());

describe('settings of an application (interface 10)', () => {
  test('are the defaults until somebody sets them', async () => {
    expect(await applications.settings('shop')).toEqual(DEFAULT_SETTINGS);
    expect(await applications.settings('\ud800')).toEqual(DEFAULT_SETTINGS);
  });

  test('keep what a change does not send, also of two changes at one time', async () => {
    await Promise.all([
      applications.changeSettings('shop', { replay: { maxQps: 7 } }),
      applications.changeSettings('shop', { operationNaming: 'method-path' }),
      applications.changeSettings('shop', { redact: [{ header: 'cookie' }] }),
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

  test('do not change when a member cannot be used', async () => {
    expect(
      await applications.changeSettings('shop', { operationNaming: 'path', replay: { maxQps: -1 } }),
    ).toMatchObject({
      code: 'INVALID_SETTINGS',
    });
    expect(await table.get({ pk: 'T#default#APP#shop', sk: 'SETTINGS' })).toBeUndefined();
  });
});

describe('main endpoints (spec 4.7)', () => {
  test('a registration replaces the one before, an empty one removes it', async () => {
    expect(await applications.mainOperations('shop')).toEqual([]);
    await applications.registerMainOperations('shop', ['/a', '/b']);
    await applications.registerMainOperations('shop', ['/c']);
    expect(await applications.mainOperations('shop')).toEqual(['/c']);
    await applications.registerMainOperations('shop', []);
    expect(await applications.mainOperations('shop')).toEqual([]);
  });
});
