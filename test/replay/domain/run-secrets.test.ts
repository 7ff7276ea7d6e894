import { describe, expect, test } from 'vitest';
import {
  type ApplicationSettings,
  DEFAULT_SETTINGS,
} from '../../../functions/applications/domain/application-settings.ts';
import type { LoginStep } from '../../../functions/applications/domain/login-step.ts';
import { runSecrets } from '../../../functions/replay/domain/run-secrets.ts';

const STAGING = 'https://staging.shop.test';

const login: LoginStep = {
  request: { method: 'POST', path: '/login', headers: {}, body: null },
  token: { path: '$.token' },
  place: { header: 'authorization', prefix: 'Bearer ', always: false },
  scope: 'run',
  targets: [STAGING],
};

const SETTINGS: ApplicationSettings = {
  ...DEFAULT_SETTINGS,
  login,
  replay: {
    ...DEFAULT_SETTINGS.replay,
    headers: {
      set: { 'X-Tenant': 'shop', 'X-Debug': '1' },
      always: ['X-Tenant', 'X-Debug'],
      remove: ['x-trace'],
      targets: { 'x-tenant': [STAGING], 'x-debug': ['https://other.shop.test'] },
    },
  },
};

const to = (origin: string) => ({ origin, isLoopback: false, isEarlierRun: false, ofSetting: [] });

describe('the settings that a run sends with', () => {
  test('have the headers and the login step that were saved for its target', () => {
    const { replay, login: step, credentials } = runSecrets({}, SETTINGS, to(STAGING));
    expect(replay.headers).toMatchObject({ set: { 'X-Tenant': 'shop' }, always: ['X-Tenant'], remove: ['x-trace'] });
    expect([step, credentials]).toEqual([login, 'seal']);
  });

  test('have none that were saved for another target', () => {
    const { replay, login: step } = runSecrets({}, SETTINGS, to('https://another.test'));
    expect(replay.headers).toMatchObject({ set: {}, always: [], remove: ['x-trace'] });
    expect(step).toBeNull();
  });

  test('have none in a run without credentials, which removes the recorded ones', () => {
    const { replay, login: step, credentials } = runSecrets({ credentials: 'none' }, SETTINGS, to(STAGING));
    expect(replay.headers).toMatchObject({ set: {}, always: [], remove: ['x-trace'] });
    expect([step, credentials]).toEqual([null, 'remove']);
  });

  test('have what no address was noted for, and no login step where the application has none', () => {
    const { headers } = SETTINGS.replay;
    const earlier = { ...SETTINGS, login: null, replay: { ...SETTINGS.replay, headers: { ...headers, targets: {} } } };
    const { replay, login: step } = runSecrets({}, earlier, to('https://another.test'));
    expect(replay.headers.set).toEqual(headers.set);
    expect(step).toBeNull();
  });
});
