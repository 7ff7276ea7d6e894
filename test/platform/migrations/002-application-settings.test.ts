import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { applicationSettings } from '../../../functions/platform/migrations/002-application-settings.ts';
import { migratedRow } from '../../../functions/platform/migrations/migrated-row.ts';

const KEY = { pk: 'T#default#APP#shop', sk: 'SETTINGS' };
const { automaticAnalysis: _, resendUnsafe: _1, compareHeaders: _2, builtInRules: _3, ...of010 } = DEFAULT_SETTINGS;

describe('application settings that 0.1.0 wrote', () => {
  test('get the members that it did not know, and keep everything else', () => {
    const old = { ...KEY, version: 3, settings: { ...of010, operationNaming: 'method-path' } };
    const wanted = { ...KEY, version: 3, settings: { ...DEFAULT_SETTINGS, operationNaming: 'method-path' } };
    expect(migratedRow([applicationSettings], old)).toEqual(wanted);
    expect(migratedRow([applicationSettings], wanted)).toBeNull();
  });

  test('keep values that were set later', () => {
    const set = { ...of010, compareHeaders: true };
    const row = migratedRow([applicationSettings], { ...KEY, version: 4, settings: set });
    expect(row?.settings).toMatchObject({ compareHeaders: true, automaticAnalysis: true });
  });

  test.for([
    ['another row of the application', { pk: KEY.pk, sk: 'MAIN' }],
    ['an application named so elsewhere', { pk: 'T#default#PLAN#T#x#APP#', sk: 'SETTINGS' }],
    ['an application without a tenant', { pk: 'APP#shop', sk: 'SETTINGS' }],
  ] as const)('do not include %s', ([, key]) => {
    expect(applicationSettings.concerns(key)).toBe(false);
  });

  test.for([
    ['an application whose id is a digest', 'T#t#APP##0123'],
    ['another tenant', 'T#other#APP#a%20b'],
  ])('include %s', ([, pk = '']) => {
    expect(applicationSettings.concerns({ pk, sk: 'SETTINGS' })).toBe(true);
  });

  test('cannot be moved by a migration', () => {
    const moving = { ...applicationSettings, migrate: () => ({ pk: 'elsewhere', sk: 'SETTINGS' }) };
    expect(() => migratedRow([moving], { ...KEY, settings: {} })).toThrow('key');
  });
});
