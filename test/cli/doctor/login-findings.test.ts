import { describe, expect, test } from 'vitest';
import { loginFindings } from '../../../cli/doctor/server/login-findings.ts';
import type { ServerOptions } from '../../../cli/doctor/server/server-options.ts';

const TEAM: ServerOptions = {
  serviceVersion: '1',
  publicUrl: 'https://replay.example',
  openApi: 'token',
  logins: 'listed',
  codesBy: 'mail',
  providers: [],
  guests: false,
};

const found = (options: Partial<ServerOptions>, isLoopback = false) =>
  loginFindings({ ...TEAM, ...options }, { isLoopback }).map(({ check, level, next }) =>
    [check, level, ...(next?.match(/SVC_\w+(?:=\w+)?/g) ?? [])].join(' '),
  );

describe('the findings about logins of a server', () => {
  test.for<[string, Partial<ServerOptions>, string[]]>([
    ['a team with mail', {}, ['login ok', 'mail ok']],
    ['no login', { logins: 'none' }, ['login fail SVC_LOGIN_DOMAINS']],
    ['any address', { logins: 'any' }, ['login warn SVC_LOGIN_DOMAINS', 'mail ok']],
    ['codes in a folder', { codesBy: 'outbox' }, ['login ok', 'mail warn SVC_SMTP_URL SVC_OIDC_ISSUER']],
    ['codes in a folder beside a provider', { codesBy: 'outbox', providers: ['oidc'] }, ['login ok', 'mail ok']],
    ['guests', { guests: true }, ['login ok', 'mail ok', 'guests warn SVC_GUEST_LOGIN=off']],
  ])('name the setting for %s', ([, options, expected]) => {
    expect(found(options)).toEqual(expected);
  });

  test('accept any address and guests on loopback', () => {
    expect(found({ logins: 'any', guests: true }, true)).toEqual(['login ok', 'mail ok']);
  });

  test('name the ways to log in', () => {
    const [login] = loginFindings({ ...TEAM, providers: ['github', 'oidc'] }, { isLoopback: false });
    expect(login?.message).toBe('listed mail domains, by code, github, oidc');
  });
});
