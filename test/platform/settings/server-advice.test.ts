import { describe, expect, test } from 'vitest';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { serverAdvice } from '../../../functions/platform/settings/server-advice.ts';

/** All that a server for a team needs. */
const TEAM = {
  HOST: '0.0.0.0',
  SVC_PUBLIC_URL: 'https://replay.example',
  SVC_REPLAY_OPENAPI: 'true',
  SVC_OPENAPI_TOKEN: 'a-token-of-16-or-more',
  SVC_LOGIN_DOMAINS: 'shop.test',
  SVC_SMTP_URL: 'smtp://127.0.0.1:2525',
  SVC_ADMIN_KEY: 'a-key-of-16-or-more',
  SVC_TRUSTED_PROXIES: '127.0.0.1',
};
const OIDC = { SVC_OIDC_ISSUER: 'https://login.example', SVC_OIDC_ID: 'replay', SVC_OIDC_SECRET: 'secret' };

const settingsIn = (sentences: readonly string[]) => sentences.map((one) => /SVC_[A-Z_]+/.exec(one)?.[0]);
const adviceFor = (env: Record<string, string | undefined>) => serverAdvice(standaloneConfig({ ...TEAM, ...env }));

describe('advice at the start of a service', () => {
  test('is empty with all that a team needs, and on loopback without any of it', () => {
    expect(adviceFor({})).toEqual([]);
    expect(serverAdvice(standaloneConfig({}))).toEqual([]);
  });

  test('names every setting that a bare service beyond loopback lacks', () => {
    expect(settingsIn(serverAdvice(standaloneConfig({ HOST: '0.0.0.0' })))).toEqual([
      'SVC_REPLAY_OPENAPI',
      'SVC_PUBLIC_URL',
      'SVC_PUBLIC_URL',
      'SVC_LOGIN_DOMAINS',
      'SVC_ADMIN_KEY',
    ]);
  });

  test.for<[string, Record<string, string | undefined>, string[]]>([
    ['the Open API', { SVC_REPLAY_OPENAPI: undefined }, ['SVC_REPLAY_OPENAPI']],
    ['nothing where the Open API can never be on', { SVC_REPLAY_OPENAPI: undefined, SVC_TENANCY: 'multi' }, []],
    ['TLS', { SVC_PUBLIC_URL: 'http://replay.example' }, ['SVC_PUBLIC_URL']],
    ['the proxy', { SVC_TRUSTED_PROXIES: undefined }, ['SVC_TRUSTED_PROXIES']],
    ['mail domains', { SVC_LOGIN_DOMAINS: '*' }, ['SVC_LOGIN_DOMAINS']],
    ['mail domains behind a proxy', { HOST: undefined, SVC_LOGIN_DOMAINS: undefined }, ['SVC_LOGIN_DOMAINS']],
    ['mail', { SVC_SMTP_URL: undefined }, ['SVC_DATA_DIR']],
    ['nothing where a provider replaces mail', { SVC_SMTP_URL: undefined, ...OIDC }, []],
    ['a key', { SVC_ADMIN_KEY: undefined }, ['SVC_ADMIN_KEY']],
    ['nothing where basic authentication replaces it', { SVC_ADMIN_KEY: undefined, SVC_BASIC_AUTH: 'a:b' }, []],
  ])('names what is missing: %s', ([, env, expected]) => {
    expect(settingsIn(adviceFor(env))).toEqual(expected);
  });

  test('contains no value of a setting', () => {
    const secrets = { SVC_OPENAPI_TOKEN: 'token-canary-0123456', SVC_SMTP_URL: 'smtp://u:mail-canary@127.0.0.1' };
    const text = adviceFor({ ...secrets, SVC_REPLAY_OPENAPI: 'false', SVC_PUBLIC_URL: 'http://name-canary' }).join();
    expect(text).not.toContain('canary');
  });
});
