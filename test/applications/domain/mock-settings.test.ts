import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import {
  DEFAULT_MOCKS,
  MAX_DEFAULT_RESPONSES,
  MAX_MOCK_TARGETS,
  type MockSettings,
  missOf,
  reuseOf,
} from '../../../functions/applications/domain/mock-settings.ts';

const changed = (mocks: unknown, before: MockSettings = DEFAULT_MOCKS) => {
  const settings = changedSettings({ ...DEFAULT_SETTINGS, mocks: before }, { mocks });
  return settings.ok ? settings.value.mocks : settings.message;
};
const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`t${at}`, {}]));
/** A default response whose JSON has this many bytes, with the brackets of the list around it. */
const response = (bytes: number) => ({ t: { response: 'x'.repeat(bytes - 4) } });

describe('settings of downstream calls (docs/downstream-calls.md)', () => {
  test.for<[change: unknown, expected: object]>([
    [{}, DEFAULT_MOCKS],
    [null, DEFAULT_MOCKS],
    [{ correlation: 'single' }, { correlation: 'single', onMiss: 'fail' }],
    [{ correlation: 'replayId' }, { correlation: 'replayId', onMiss: 'fail' }],
    [{ replayLatency: 'recorded' }, { replayLatency: 'recorded' }],
    [{ onMiss: 'passThrough' }, { onMiss: 'passThrough' }],
    [{ targets: many(MAX_MOCK_TARGETS) }, { targets: many(MAX_MOCK_TARGETS) }],
    [{ targets: response(MAX_DEFAULT_RESPONSES) }, { targets: response(MAX_DEFAULT_RESPONSES) }],
    [
      { targets: { db: { address: 'postgres://db.internal:5432/x' } } },
      { targets: { db: { address: 'postgres://db.internal:5432/x' } } },
    ],
  ])('accept %j', ([change, expected]) => {
    expect(changed(change)).toMatchObject(expected);
  });

  test.for<[member: string, change: unknown]>([
    ['mocks.correlation', { correlation: 'secret' }],
    ['mocks.replayLatency', { replayLatency: 1 }],
    ['mocks.onMiss', { onMiss: 'secret' }],
    ['mocks.targets', { targets: 'secret' }],
    ['mocks.targets', { targets: many(MAX_MOCK_TARGETS + 1) }],
    ['mocks.targets', { targets: response(MAX_DEFAULT_RESPONSES + 1) }],
    ['mocks.targets', { targets: { secret: { onMiss: 'never' } } }],
    ['mocks.targets', { targets: { secret: { unknown: 1 } } }],
    ['mocks.targets', { targets: { secret: { address: 'not a url' } } }],
    ['mocks.targets', { targets: { secret: { address: 'http://user:secret@host' } } }],
  ])('refuse %s by name for %j', ([member, change]) => {
    const message = changed(change);
    expect(message).toBe(`${member} is invalid`);
  });

  test('refuse onMiss default without a response', () => {
    expect(changed({ targets: { secret: { onMiss: 'default' } } })).toBe(
      'mocks.targets has a target with onMiss default and no response',
    );
  });

  test('replace targets as a whole', () => {
    const before: MockSettings = { ...DEFAULT_MOCKS, targets: { a: { reuse: 'never' } } };
    expect(changed({ onMiss: 'fail' }, before)).toMatchObject({ targets: { a: {} } });
    expect(changed({ targets: { b: {} } }, before)).toMatchObject({ targets: { b: {} } });
    expect(changed({ targets: {} }, before)).toEqual(DEFAULT_MOCKS);
  });

  test.for<[target: string, miss: object, reuse: string]>([
    ['a', { onMiss: 'passThrough' }, 'reads'],
    ['b', { onMiss: 'fail' }, 'never'],
    ['c', { onMiss: 'default', response: null }, 'always'],
    ['constructor', { onMiss: 'passThrough' }, 'reads'],
  ])('give the right miss and reuse for target %s', ([target, miss, reuse]) => {
    const settings: MockSettings = {
      ...DEFAULT_MOCKS,
      onMiss: 'passThrough',
      targets: {
        a: {},
        b: { onMiss: 'fail', reuse: 'never' },
        c: { onMiss: 'default', response: null, reuse: 'always' },
      },
    };
    expect(missOf(settings, target)).toEqual(miss);
    expect(reuseOf(settings, target)).toBe(reuse);
  });
});
