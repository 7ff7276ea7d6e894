import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { type TryLoginServices, tryLogin } from '../../../functions/trials/service/try-login.ts';
import { recordingClient } from '../../proof/egress/recording-client.ts';
import { testSealer } from '../../support/test-sealer.ts';

const LOGIN = {
  request: { method: 'POST', path: '/login', headers: {}, body: '{"password":"planted-secret"}' },
  token: { path: '$.token' },
  place: { header: 'authorization', prefix: '', always: false },
  scope: 'run' as const,
};

/** An application that allows every target, with the client of AWS and a resolver that answers so. */
function stage(...answers: string[][]) {
  const client = recordingClient((_, turn) => answers[Math.min(turn, answers.length) - 1] ?? []);
  const noted: string[] = [];
  const services = {
    http: client.http,
    egress: client.http,
    targets: {
      bindEarlier: async () => false,
      admission: async () => 'listed',
      destinationOf: () => ({ origin: null, isLoopback: false, isEarlierRun: false, ofSetting: [] }),
    },
    sealedSettings: { settings: async () => ({ ...DEFAULT_SETTINGS, login: LOGIN }) },
    recordingKeys: { sealer: async () => testSealer },
    replayKeys: { signing: async () => ({ keyId: '1', key: 'a' }) },
    rateWindows: { take: async () => ({ takenAt: 0 }) },
    audit: { note: async () => void noted.push('sent'), noteRefused: async () => void noted.push('refused') },
    now: () => 0,
    newId: () => '0'.repeat(32),
    tenant: 'default',
    // The parts of the world that a typed login does not touch are left out.
  } as unknown as TryLoginServices;
  const attempt = (targetEnv: string) => tryLogin({ appId: 'shop', targetEnv }, { name: 'ann' } as never, services);
  return { attempt, connected: client.connected, noted };
}

describe('a login that is tried, and the egress policy', () => {
  test.for(['http://169.254.169.254', 'http://127.0.0.1:9', 'http://[::1]', 'http://0x7f000001', 'http://localhost'])(
    'is refused before anything is noted or connected: %s',
    async (address) => {
      const { attempt, connected, noted } = stage(['127.0.0.1']);
      expect(await attempt(address)).toMatchObject({ ok: false, code: 'EGRESS_DENIED' });
      expect([connected, noted]).toEqual([[], []]);
    },
  );

  test('is refused if the name resolves to a denied address', async () => {
    const { attempt, connected } = stage(['169.254.169.254']);
    expect(await attempt('http://staging.shop.test')).toMatchObject({ ok: false, code: 'EGRESS_DENIED' });
    expect(connected).toEqual([]);
  });

  test('opens no connection if the name resolves to a denied address after it was checked', async () => {
    const { attempt, connected, noted } = stage(['93.184.216.34'], ['169.254.169.254']);
    const tried = await attempt('http://staging.shop.test');
    expect(tried).toEqual({ ok: true, value: { kind: 'connection-failure', failure: 'refused' } });
    expect(connected).toEqual([]);
    expect(noted).toEqual(['sent']);
  });

  test('connects to the address that is allowed', async () => {
    const { attempt, connected } = stage(['93.184.216.34']);
    await attempt('http://staging.shop.test');
    expect(connected).toEqual(['93.184.216.34']);
  });
});
