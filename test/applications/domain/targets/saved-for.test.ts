import { describe, expect, test } from 'vitest';
import {
  type ApplicationSettings,
  changedSettings,
  DEFAULT_SETTINGS,
  type SettingsRights,
} from '../../../../functions/applications/domain/application-settings.ts';
import { maskedSettings } from '../../../../functions/applications/domain/masked-settings.ts';
import { bindEarlierValues } from '../../../../functions/applications/domain/targets/earlier-values.ts';
import { belongsTo, EARLIER_RUNS, LOOPBACK } from '../../../../functions/applications/domain/targets/saved-for.ts';

const A = 'https://a.example';
const B = 'https://b.example';

describe('a saved value (interface 14)', () => {
  test.each([
    // saved for, origin, by the loopback default, SVC_TARGETS
    [undefined, A, false, [], true],
    [[A], A, false, [], true],
    [[A], B, false, [], false],
    [[A], B, false, [B], false],
    [['https://*.b.example'], 'https://x.b.example', false, [], true],
    [[], A, false, [], false],
    [[], A, false, [A], true],
    [[], 'http://127.0.0.1:80', true, [], true],
    [[A], 'http://127.0.0.1:80', true, [], false],
    [[A, LOOPBACK], 'http://127.0.0.1:80', true, [], true],
    [[LOOPBACK], 'http://127.0.0.1:80', false, [], false],
    [[A], null, false, [], false],
  ])(
    'goes only where it belongs: for %j to %s, with loopback %s and SVC_TARGETS %j: %s',
    (savedFor, origin, isLoopback, ofSetting, isSent) => {
      expect(belongsTo(savedFor, { origin, isLoopback, isEarlierRun: false, ofSetting })).toBe(isSent);
    },
  );

  test.each([
    [[A, EARLIER_RUNS], true],
    [[A], false],
    [[], false],
  ])('goes elsewhere only in earlier runs that it is saved for: %j %s', (savedFor, isSent) => {
    const run = { origin: B, isLoopback: false, isEarlierRun: true, ofSetting: [] };
    expect(belongsTo(savedFor, run)).toBe(isSent);
    expect(belongsTo(savedFor, { ...run, isEarlierRun: false })).toBe(false);
  });
});

const LOGIN = {
  request: { path: '/login', body: 'secret' },
  token: { path: '$.token' },
  place: { header: 'authorization' },
};

function changed(current: ApplicationSettings, input: unknown, allowed: readonly string[]) {
  const result = changedSettings(current, input, { allowed, rightTo: () => 'administrator' });
  return result.ok ? result.value : result.message;
}

function saved(allowed: readonly string[]): ApplicationSettings {
  const settings = changed(DEFAULT_SETTINGS, { replay: { headers: { set: { 'X-Key': 'a' } } }, login: LOGIN }, allowed);
  if (typeof settings === 'string') throw new Error(settings);
  return settings;
}

describe('the addresses that a value is saved for', () => {
  test.each<[string, unknown, string[] | undefined]>([
    ['a change of something else keeps it', { redact: [] }, [A]],
    ['a masked value keeps it', { replay: { headers: { set: { 'x-key': '***' } } } }, [A]],
    ['the same value keeps it', { replay: { headers: { set: { 'x-key': 'a' } } } }, [A]],
    ['a new value belongs to all targets', { replay: { headers: { set: { 'x-key': 'b' } } } }, [A, B]],
    [
      'a value may name its targets',
      { replay: { headers: { set: { 'x-key': 'b' }, targets: { 'x-key': [`${B}/`] } } } },
      [B],
    ],
    ['a kept value may lose one', { replay: { headers: { targets: { 'x-key': [] } } } }, []],
  ])('follow a change of a header: %s', (_, change, expected) => {
    const settings = changed(saved([A]), change, [A, B]);
    expect(typeof settings === 'object' && settings.replay.headers.targets['x-key']).toEqual(expected);
  });

  test.each<[string, unknown, string[]]>([
    ['a change of something else keeps it', { scope: 'user' }, [A]],
    ['the same request keeps it', LOGIN, [A]],
    ['another request belongs to all targets', { ...LOGIN, request: { path: '/in' } }, [A, B]],
    ['a recorded request belongs to all targets', { caseId: 'case-1' }, [A, B]],
    ['a request may name its targets', { ...LOGIN, targets: [B] }, [B]],
  ])('follow a change of the login step: %s', (_, login, expected) => {
    const settings = changed(saved([A]), { login }, [A, B]);
    expect(typeof settings === 'object' && settings.login?.targets).toEqual(expected);
  });

  test('stay the same when masked settings are sent back', () => {
    const settings = saved([A]);
    const { replay, login } = maskedSettings(settings);
    expect(changed(settings, { replay, login }, [A, B])).toEqual(settings);
  });

  test.each([
    ['replay.headers.targets adds', { replay: { headers: { targets: { 'x-key': [A, B] } } } }],
    ['replay.headers.targets adds', { replay: { headers: { set: { 'x-key': '***' }, targets: { 'x-key': [B] } } } }],
    ['login.targets adds', { login: { targets: [A, B] } }],
    ['replay.headers.targets is invalid', { replay: { headers: { targets: { 'x-key': ['https://*.example'] } } } }],
    ['login.targets is invalid', { login: { targets: ['nowhere'] } }],
  ])('cannot change unless the value is sent: %s', (message, change) => {
    expect(changed(saved([A]), change, [A, B])).toMatch(message);
  });
});

describe('values of an earlier version without addresses', () => {
  const { replay, login, ...others } = saved([]);
  const { targets: _, ...step } = login ?? {};
  const earlier = {
    ...others,
    replay: { ...replay, headers: { ...replay.headers, targets: {} } },
    login: step,
  } as ApplicationSettings; // a login step without targets, as rows of earlier versions have it

  test.each([
    [[], [LOOPBACK, EARLIER_RUNS]],
    [[A], [A, LOOPBACK, EARLIER_RUNS]],
    [
      [A, LOOPBACK],
      [A, LOOPBACK, EARLIER_RUNS],
    ],
  ])('are bound to the allowed addresses: %j', (allowed, bound) => {
    const after = bindEarlierValues(earlier, allowed);
    expect(after).toMatchObject({
      login: { ...step, targets: bound },
      replay: { headers: { set: { 'X-Key': 'a' }, targets: { 'x-key': bound } } },
    });
    expect(after && bindEarlierValues(after, [B])).toBeNull();
    // A change that keeps them binds them as well.
    const kept = changed(
      earlier,
      { replay: { headers: { set: { 'x-key': '***' } } }, login: { scope: 'user' } },
      allowed,
    );
    expect(kept).toMatchObject({ login: { targets: bound }, replay: { headers: { targets: { 'x-key': bound } } } });
    expect(changed(earlier, { login: { targets: [B] } }, allowed)).toMatch('login.targets adds');
    expect(changed(earlier, { replay: { headers: { targets: { 'x-key': [B] } } } }, allowed)).toMatch('targets adds');
  });

  test('keep addresses that they already have', () => {
    const one = { ...earlier, replay: { ...replay, headers: { ...replay.headers, targets: { 'x-key': [B] } } } };
    expect(bindEarlierValues(one, [A])?.replay.headers.targets).toEqual({ 'x-key': [B] });
    expect(bindEarlierValues(DEFAULT_SETTINGS, [A])).toBeNull();
  });
});

describe('addresses of calls that are made for real', () => {
  const change = (address: string) => ({ mocks: { targets: { stock: { address } } } });
  test('must be targets unless an administrator sets them, but stay if stored', () => {
    const rights: SettingsRights = { allowed: [], rightTo: (address) => (address === A ? 'target' : null) };
    expect(changedSettings(DEFAULT_SETTINGS, change(A), rights).ok).toBe(true);
    expect(changedSettings(DEFAULT_SETTINGS, change(B), rights)).toMatchObject({ code: 'INVALID_SETTINGS' });
    const stored = changedSettings(DEFAULT_SETTINGS, change(B));
    expect(stored.ok && changedSettings(stored.value, change(B), rights).ok).toBe(true);
  });
});
