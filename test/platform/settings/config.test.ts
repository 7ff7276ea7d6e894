import { describe, expect, test } from 'vitest';
import { awsConfig, deployedConfig, standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { ConfigError } from '../../../functions/platform/settings/read-variables.ts';

/** What a deployment always sets. */
const DEPLOYED = { SVC_PUBLIC_URL: 'https://replay.shop.test/live' };

describe('settings (interface 1)', () => {
  test('have defaults in the standalone world', () => {
    expect(standaloneConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8090,
      dataDir: './data',
      basicAuth: null,
      openApi: true,
      tenancy: 'single',
      publicUrl: 'http://127.0.0.1:8090',
      settleMs: 180_000,
      noiseReduction: 'rules',
      caseCountLimit: 1000,
      maxWorkers: 10,
      caseRetentionMs: 96 * 3_600_000,
      caseMaxBytes: null,
      planRetentionMs: 90 * 86_400_000,
      logPipeline: true,
      logRetentionMs: 168 * 3_600_000,
      adminKey: null,
      egress: { mode: 'standalone', allow: [], deny: [] },
    });
  });

  test('keep log rows at most as long as plans, whose blobs contain their large parts', () => {
    const hours = (SVC_LOG_RETENTION_HOURS: string, SVC_PLAN_RETENTION_DAYS: string) =>
      standaloneConfig({ SVC_LOG_RETENTION_HOURS, SVC_PLAN_RETENTION_DAYS }).logRetentionMs / 3_600_000;
    expect([hours('23', '1'), hours('24', '1'), hours('25', '1')]).toEqual([23, 24, 24]);
    expect(standaloneConfig({ SVC_LOG_PIPELINE: 'off' }).logPipeline).toBe(false);
    expect(() => standaloneConfig({ SVC_LOG_PIPELINE: 'false' })).toThrow(/^SVC_LOG_PIPELINE /);
  });

  test.for<[boolean, readonly string[], Record<string, string>]>([
    [true, ['*'], {}],
    [false, [], { HOST: '0.0.0.0' }],
    [true, ['shop.test'], { HOST: '0.0.0.0', SVC_GUEST_LOGIN: 'on', SVC_LOGIN_DOMAINS: 'Shop.test' }],
    [false, ['*'], { SVC_GUEST_LOGIN: 'off', SVC_LOGIN_DOMAINS: '*' }],
  ])('allow guests %s and mail domains %j for %j', ([guestLogin, loginDomains, environment]) => {
    expect(standaloneConfig(environment)).toMatchObject({ guestLogin, loginDomains });
  });

  test('allow no login on AWS by default, and need an address to send codes from', () => {
    expect(deployedConfig(DEPLOYED)).toMatchObject({ guestLogin: false, loginDomains: [] });
    expect(() => deployedConfig({ ...DEPLOYED, SVC_LOGIN_DOMAINS: 'shop.test' })).toThrow(/^SVC_MAIL_FROM /);
    const mailFrom = 'replay@shop.test';
    const sending = { ...DEPLOYED, SVC_LOGIN_DOMAINS: 'shop.test', SVC_MAIL_FROM: mailFrom };
    expect(deployedConfig(sending)).toMatchObject({ mailFrom });
  });

  test('send no request twice on AWS by default, and settle findings after the wait', () => {
    expect(deployedConfig(DEPLOYED)).toMatchObject({ noiseReduction: 'off', settleMs: 180_000 });
    expect(deployedConfig({ ...DEPLOYED, SVC_NOISE_REDUCTION: 'rules' })).toMatchObject({ noiseReduction: 'rules' });
  });

  test('have an address on AWS that links begin with', () => {
    expect(deployedConfig(DEPLOYED).publicUrl).toBe('https://replay.shop.test/live');
    expect(() => deployedConfig({})).toThrow(/^SVC_PUBLIC_URL is missing/);
  });

  test('need all values of a provider of logins or none', () => {
    const [clientId, clientSecret, issuer] = ['id-1', 'secret-1', 'https://login.shop.test/realms/1'];
    expect(standaloneConfig({}).oauth).toEqual({ github: null, google: null, oidc: null });
    const all = {
      SVC_OAUTH_GITHUB_ID: clientId,
      SVC_OAUTH_GITHUB_SECRET: clientSecret,
      SVC_OAUTH_GOOGLE_ID: clientId,
      SVC_OAUTH_GOOGLE_SECRET: clientSecret,
      SVC_OIDC_ID: clientId,
      SVC_OIDC_SECRET: clientSecret,
      SVC_OIDC_ISSUER: issuer,
    };
    const client = { clientId, clientSecret };
    expect(standaloneConfig(all).oauth).toEqual({ github: client, google: client, oidc: { ...client, issuer } });
    for (const name of Object.keys(all)) {
      expect(() => standaloneConfig({ ...all, [name]: '' }), name).toThrow(new RegExp(`^${name} is missing$`));
    }
    expect(() => standaloneConfig({ SVC_OIDC_ISSUER: issuer })).toThrow(/^SVC_OIDC_ID is missing$/);
  });

  test.for<[boolean, string, Record<string, string>]>([
    [true, 'loopback', { HOST: '127.0.0.1' }],
    [true, 'loopback by name', { HOST: 'localhost' }],
    [true, 'loopback of IPv6', { HOST: '::1' }],
    [false, 'any address', { HOST: '0.0.0.0' }],
    [true, 'any address, switched on', { HOST: '0.0.0.0', SVC_REPLAY_OPENAPI: 'true' }],
    [false, 'loopback, switched off', { SVC_REPLAY_OPENAPI: 'false' }],
    [false, 'multi tenancy, whatever else is said', { SVC_TENANCY: 'multi', SVC_REPLAY_OPENAPI: 'true' }],
  ])('switch the Open API %s for %s', ([openApi, , environment]) => {
    expect(standaloneConfig(environment).openApi).toBe(openApi);
  });

  test.for<[string, string]>([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['SVC_REPLAY_OPENAPI', 'yes'],
    ['SVC_TENANCY', 'many'],
    ['SVC_PUBLIC_URL', 'ftp://x'],
    ['SVC_PUBLIC_URL', 'https://shop.test/a?b'],
    ['SVC_PUBLIC_URL', 'https://shop.test/a#b'],
    ['SVC_PUBLIC_URL', 'https://shop.test/a;b'],
    ['SVC_PUBLIC_URL', 'https://shop.test/a//b'],
    ['SVC_PUBLIC_URL', 'https://shop.test/console'],
    ['SVC_AI_LANGUAGE', 'Chinese, simplified'],
    ['SVC_AI_BASE_URL', 'http://user:password@model.internal/v1'],
    ['SVC_SETTLE_SECONDS', '-1'],
    ['SVC_SETTLE_SECONDS', '86401'],
    ['SVC_NOISE_REDUCTION', 'model'],
    ['SVC_NOISE_REDUCTION', 'on'],
    ['SVC_CASE_COUNT_LIMIT', '0'],
    ['SVC_CASE_RETENTION_HOURS', '0'],
    ['SVC_PLAN_RETENTION_DAYS', '1.5'],
    ['SVC_ADMIN_KEY', 'fifteen-letters'],
    ['SVC_BASIC_AUTH', 'nocolon'],
    ['SVC_GUEST_LOGIN', 'yes'],
    ['SVC_LOGIN_DOMAINS', 'ann@shop.test'],
    ['SVC_LOGIN_DOMAINS', 'shop.test,.evil.test'],
    ['SVC_LOGIN_DOMAINS', '*.shop.test'],
    ['SVC_OAUTH_GITHUB_ID', 'two words'],
    ['SVC_OAUTH_GOOGLE_SECRET', 'line\nbreak'],
    ['SVC_OIDC_ISSUER', 'http://login.shop.test'],
    ['SVC_OIDC_ISSUER', 'http://127.0.0.1.evil.test'],
    ['SVC_OIDC_ISSUER', 'login.shop.test'],
    ['SVC_OIDC_ISSUER', 'https://login.shop.test/?tenant=1'],
    ['SVC_OIDC_ISSUER', 'https://login.shop.test/#1'],
    ['SVC_OIDC_ISSUER', 'https://ann:secret@login.shop.test'],
    ['SVC_MAIL_FROM', 'Ann <ann@shop.test>'],
    ['SVC_SMTP_URL', 'http://mail.test'],
    ['SVC_SMTP_URL', 'mail.test:25'],
    ['SVC_EGRESS_MODE', 'open'],
    ['SVC_EGRESS_ALLOW', 'http://pay.test'],
    ['SVC_EGRESS_ALLOW', '10.0.0.0/33'],
    ['SVC_EGRESS_ALLOW', 'good.test,bad host'],
    ['SVC_EGRESS_DENY', 'host:65536'],
    ['SVC_EGRESS_DENY', '*'],
    ['SVC_EGRESS_DENY_PORTS', '22;23'],
    ['SVC_EGRESS_PROXY', 'proxy.shop.test:3128'],
    ['SVC_EGRESS_PROXY', 'socks5://proxy.shop.test:1080'],
    ['SVC_EGRESS_PROXY', 'http://ann:secret@proxy.shop.test:3128'],
    ['SVC_EGRESS_PROXY', 'http://proxy.shop.test:3128/path'],
    ['SVC_LOG_LEVEL', 'LOUD'],
  ])('stop the start for %s=%s with one line that names it and not its value', ([name, value]) => {
    const start = () => standaloneConfig({ [name]: value });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`^${name} `));
    // Behind the semicolon stand values that are allowed.
    expect(start).not.toThrow(new RegExp(`^[^;]*${value.replace(/\W/g, '\\$&')}`));
  });

  test.for([
    ['PORT', 'abc', 'PORT is invalid; allowed: 0 to 65,535'],
    ['SVC_NOISE_REDUCTION', 'maybe', 'SVC_NOISE_REDUCTION is invalid; allowed: off, rules, ai'],
    ['SVC_ADMIN_KEY', 'short', 'SVC_ADMIN_KEY is too short; allowed: 16 to 1,024 characters'],
  ] as const)('name the allowed values for %s=%s', ([name, value, message]) => {
    expect(() => standaloneConfig({ [name]: value })).toThrow(message);
  });

  test.for<[string, string]>([
    ['PORT', '65535'],
    ['SVC_SETTLE_SECONDS', '0'],
    ['SVC_SETTLE_SECONDS', '86400'],
    ['SVC_NOISE_REDUCTION', 'off'],
    ['SVC_NOISE_REDUCTION', 'rules'],
    ['SVC_CASE_COUNT_LIMIT', '1'],
    ['SVC_ADMIN_KEY', 'sixteen-letters!'],
    ['SVC_LOGIN_DOMAINS', ' Shop.test, ,mail-2.other.test'],
    ['SVC_LOGIN_DOMAINS', '*'],
    ['SVC_SMTP_URL', 'smtps://user:pass@mail.test:465?requireTLS=true'],
    ['SVC_BASIC_AUTH', 'user:pass:word'],
    ['SVC_EGRESS_ALLOW', ' 10.0.0.0/8, Pay.test:8443 ,,*.internal.test'],
    ['SVC_EGRESS_DENY', '[::1]:65535'],
    ['SVC_EGRESS_DENY', ','],
    ['SVC_TENANCY', ''],
  ])('accept %s=%j', ([name, value]) => {
    expect(() => standaloneConfig({ [name]: value })).not.toThrow();
  });

  test('say which setting of a function on AWS is missing', () => {
    expect(() => awsConfig({})).toThrow(/^SVC_TABLE_NAME /);
  });
});
