import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../../support/fakes/fake-identity-provider.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ANN, CLIENT, type OauthStage, oauthStage } from './oauth-stage.ts';

const NOT_CONFIRMED = 'the provider did not confirm your identity';
const NOT_VERIFIED = 'the provider has no verified email address for this account';
let stage: OauthStage;

beforeEach(async () => {
  stage = await oauthStage();
});

afterEach(() => stage.close());

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (header: unknown, claims: JWTPayload) => `${base64(header)}.${base64(claims)}`;
const hmac = (claims: JWTPayload, secret: string) => {
  const text = unsigned({ alg: 'HS256', kid: 'key-1' }, claims);
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const seconds = () => stage.clock.now / 1000;

async function oidc(misbehaviour: Misbehaviour, account = ANN) {
  Object.assign(stage.providers.oidc.misbehaviour, misbehaviour);
  return (await stage.loginBy('oidc', account)).reason;
}

describe('an id token (OpenID Connect Core 3.1.3.7)', () => {
  test.for<[string, () => NonNullable<Misbehaviour['claims']>]>([
    ['another nonce', () => ({ nonce: 'x' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'client-2' })],
    ['no audience', () => ({ aud: undefined })],
    ['another audience, and no authorized party', () => ({ aud: [CLIENT.clientId, 'client-2'] })],
    ['an audience besides, for which it is', () => ({ aud: [CLIENT.clientId, 'client-2'], azp: 'client-2' })],
    ['another issuer', () => ({ iss: 'https://evil.test' })],
    ['its issuer with a slash', () => ({ iss: `${stage.providers.oidc.url}/` })],
    ['no issuer', () => ({ iss: undefined })],
    ['no subject', () => ({ sub: undefined })],
    ['no end', () => ({ exp: undefined })],
    ['an end of 31 s ago', () => ({ exp: seconds() - 31 })],
    ['a beginning in 31 s', () => ({ nbf: seconds() + 31 })],
    ['no time', () => ({ iat: undefined })],
    ['an end that is a text', () => ({ exp: '9999999999' as unknown as number })],
  ])('is refused with %s', async ([, claims]) => {
    expect(await oidc({ claims: claims() })).toBe(NOT_CONFIRMED);
    expect(stage.providers.oidc.asked('/userinfo')).toEqual([]);
  });

  test.for<[string, () => JWTPayload]>([
    ['an end of 29 s ago', () => ({ exp: seconds() - 29 })],
    ['a beginning in 29 s', () => ({ nbf: seconds() + 29 })],
    ['an audience besides, but for us', () => ({ aud: [CLIENT.clientId, 'client-2'], azp: CLIENT.clientId })],
  ])('is accepted with %s, since clocks of hosts differ', async ([, claims]) => {
    expect(await oidc({ claims: claims() })).toBeNull();
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  test.for<[string, (claims: JWTPayload) => Promise<string | null> | string | null]>([
    ['left out', () => null],
    ['no token', () => 'x.y.z'],
    ['empty', () => ''],
    ['not signed', (claims) => `${unsigned({ alg: 'none' }, claims)}.`],
    ['unsigned, as alg RS256', (claims) => `${unsigned({ alg: 'RS256', kid: 'key-1' }, claims)}.`],
    ['signed by the client secret', (claims) => hmac(claims, CLIENT.clientSecret)],
    ['signed by the public key as a secret', (claims) => hmac(claims, JSON.stringify(stage.providers.oidc.jwk))],
    [
      'signed by another key of the same name',
      (claims) => stage.providers.oidc.signed(claims, undefined, other.privateKey),
    ],
    [
      'signed by a key that the provider does not know',
      (claims) => stage.providers.oidc.signed(claims, { alg: 'RS256', kid: 'key-2' }),
    ],
    [
      'signed in a way that the provider does not use',
      (claims) => stage.providers.oidc.signed(claims, { alg: 'RS512', kid: 'key-1' }),
    ],
    [
      'changed after it was signed',
      async (claims) => {
        const [header, , signature] = (await stage.providers.oidc.signed(claims)).split('.');
        return `${header}.${base64({ ...claims, email: 'mallory@shop.test' })}.${signature}`;
      },
    ],
    [
      'signed by a key in its header',
      (claims) => {
        const header = { alg: 'RS256', kid: 'key-9', jwk: other.publicKey.export({ format: 'jwk' }) };
        return stage.providers.oidc.signed(claims, header, other.privateKey);
      },
    ],
  ])('is refused when it is %s', async ([, idToken]) => {
    expect(await oidc({ idToken })).toBe(NOT_CONFIRMED);
  });

  test('is refused when it is unsigned, although the provider allows that', async () => {
    const metadata = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    expect(await oidc({ metadata, idToken: (claims) => `${unsigned({ alg: 'none' }, claims)}.` })).toBe(NOT_CONFIRMED);
    expect(await oidc({ idToken: (claims) => hmac(claims, CLIENT.clientSecret) })).toBe(NOT_CONFIRMED);
    expect(await oidc({ idToken: (claims) => stage.providers.oidc.signed(claims) })).toBeNull();
  });

  test('needs the keys of a provider and its metadata once', async () => {
    for (let login = 0; login < 3; login++) expect(await stage.loginBy('oidc')).toMatchObject({ success: true });
    const asked = ['/jwks', '/.well-known/openid-configuration', '/token', '/userinfo'];
    expect(asked.map((path) => stage.providers.oidc.asked(path).length)).toEqual([1, 1, 3, 0]);
  });
});

describe('the mail address', () => {
  test.for<[string | null, unknown]>([
    [null, true],
    [null, 'true'],
    [NOT_VERIFIED, false],
    [NOT_VERIFIED, 'false'],
    [NOT_VERIFIED, 'yes'],
    [NOT_VERIFIED, 1],
    [NOT_VERIFIED, null],
  ])('has, for an issuer, the result %s for email_verified %j', async ([reason, email_verified]) => {
    expect(await oidc({}, { ...ANN, email_verified })).toBe(reason);
  });

  test('comes from the userinfo endpoint of the same person if the id token lacks it', async () => {
    const account = { sub: ANN.sub };
    expect(await oidc({ userInfo: ANN }, account)).toBeNull();
    expect(await oidc({ userInfo: { ...ANN, sub: 'bob-1' } }, account)).toBe(NOT_CONFIRMED);
    expect(await oidc({ userInfo: { ...ANN, email_verified: false } }, account)).toBe(NOT_VERIFIED);
    expect(await oidc({ userInfo: account }, account)).toBe(NOT_VERIFIED);
    expect(await oidc({ userInfo: [] }, account)).toBe(NOT_CONFIRMED);
  });

  test('is missing if the issuer has no userinfo endpoint', async () => {
    expect(await oidc({ metadata: { userinfo_endpoint: undefined } }, { sub: ANN.sub })).toBe(NOT_VERIFIED);
  });

  const entry = (email: string, primary: boolean, verified: boolean) => ({
    email,
    primary,
    verified,
    visibility: null,
  });
  test.for<[string | null, unknown]>([
    [null, [entry('a@b.test', false, true), entry('ann@shop.test', true, true)]],
    [NOT_VERIFIED, [entry('ann@shop.test', true, false), entry('a@shop.test', false, true)]],
    [NOT_VERIFIED, [entry('ann@shop.test', false, true)]],
    [NOT_VERIFIED, []],
    [NOT_CONFIRMED, ['ann@shop.test']],
    [NOT_CONFIRMED, { email: 'ann@shop.test', primary: true, verified: true }],
    [NOT_CONFIRMED, [{ email: 'ann@shop.test', primary: 'true', verified: 'true' }]],
  ])('has, for GitHub, the result %s for %j', async ([reason, emails]) => {
    stage.providers.github.misbehaviour.emails = emails;
    const { reason: given, userName } = await stage.loginBy('github');
    expect([given, userName]).toEqual([reason, reason === null ? 'ann@shop.test' : null]);
  });
});

describe('a provider that misbehaves', () => {
  const redirect = (response: ServerResponse) =>
    response.writeHead(302, { location: `${stage.providers.google.url}/elsewhere` }).end();
  const ANSWERS: [string, (response: ServerResponse) => void][] = [
    ['refuses', (response) => json(response, { error: 'invalid_grant' }, 400)],
    ['refuses the client', (response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()],
    ['fails', (response) => response.writeHead(500).end('<html>')],
    ['says nothing', (response) => response.writeHead(200).end()],
    ['sends somewhere else', redirect],
    ['shows a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['sends broken JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{')],
    ['sends null', (response) => json(response, null)],
    ['sends invalid tokens', (response) => json(response, { access_token: 1, token_type: {}, id_token: [] })],
    ['sends too much', (response) => json(response, { access_token: 'x'.repeat(1024 * 1024), token_type: 'Bearer' })],
    ['closes the connection', (response) => void response.destroy()],
  ];
  const PATHS = { github: ['/login/oauth/access_token', '/user/emails'], oidc: ['/token', '/jwks'] } as const;

  for (const kind of ['github', 'oidc'] as const) {
    for (const path of PATHS[kind]) {
      test.for(ANSWERS)(`returns no identity where ${kind} ${path} %s`, async ([, answer]) => {
        stage.providers[kind].misbehaviour.answers = { [path]: answer };
        expect((await stage.loginBy(kind)).reason).toBe(NOT_CONFIRMED);
        expect(stage.providers.google.seen).toEqual([]);
        expect(stage.lines.at(-1)).toMatchObject({
          message: 'a login provider returned no identity',
          provider: kind,
          reason: expect.stringMatching(/^\w+$/),
        });
      });
    }
  }

  test.for<[string, Record<string, string>]>([
    ['invalid_client', { provider_error: 'invalid_client' }],
    ['Client-1 <b>is</b> unknown', {}],
    ['x'.repeat(41), {}],
  ])('has only the error of the protocol in the log: %s', async ([error, facts]) => {
    stage.providers.oidc.misbehaviour.answers = {
      '/token': (response) => json(response, { error, error_description: 'Client-1' }, 400),
    };
    await stage.loginBy('oidc');
    expect(stage.lines.at(-1)).toEqual({
      message: 'a login provider returned no identity',
      provider: 'oidc',
      reason: 'OAUTH_RESPONSE_BODY_ERROR',
      ...facts,
    });
  });

  test('is given up when it does not answer in time', async () => {
    await stage.close();
    const asked: number[] = [];
    stage = await oauthStage({}, async ({ timeoutMs }) => {
      asked.push(timeoutMs);
      return { kind: 'timeout', durationMs: timeoutMs };
    });
    expect((await stage.loginBy('github')).reason).toBe(NOT_CONFIRMED);
    expect(asked).toEqual([5000]);
  });

  test('is not connected to if the egress policy denies it', async () => {
    await stage.close();
    stage = await oauthStage({ SVC_OIDC_ISSUER: 'https://169.254.169.254/issuer' });
    expect((await stage.info('oidc')).body.responseStatusType.responseCode).toBe(2);
  });
});

describe('metadata of an issuer (OpenID Connect Discovery 4)', () => {
  const cannot = () => ({
    responseStatusType: {
      responseCode: 2,
      responseDesc: 'the provider is not available now',
      timestamp: stage.clock.now,
    },
  });

  test.for<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://evil.test' }],
    ['no issuer', { issuer: undefined }],
    ['no place to lead browsers to', { authorization_endpoint: undefined }],
    ['a script in its place', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a path', { authorization_endpoint: '/authorize' }],
  ])('is refused with %s', async ([, metadata]) => {
    stage.providers.oidc.misbehaviour.metadata = metadata;
    const { status, body } = await stage.info('oidc');
    expect([status, body]).toEqual([200, cannot()]);
  });

  test('must be https for Google', async () => {
    stage.providers.google.misbehaviour.metadata = { authorization_endpoint: 'http://accounts.google.com/authorize' };
    expect((await stage.info('google')).body).toEqual(cannot());
    stage.wait(3_600_000);
    stage.providers.google.misbehaviour.metadata = { token_endpoint: 'http://accounts.google.com/token' };
    expect((await stage.loginBy('google')).reason).toBe(NOT_CONFIRMED);
    expect(stage.providers.google.asked('/token')).toEqual([]);
  });

  test('is requested once an hour, and every ten seconds while it fails', async () => {
    const { misbehaviour, asked } = stage.providers.oidc;
    const codes = async () => (await stage.info('oidc')).body.responseStatusType.responseCode;
    const count = () => asked('/.well-known/openid-configuration').length;
    misbehaviour.answers = { '/.well-known/openid-configuration': (response) => json(response, {}, 503) };
    expect([await codes(), await codes(), count()]).toEqual([2, 2, 1]);
    delete misbehaviour.answers;
    stage.wait(9_999);
    expect([await codes(), count()]).toEqual([2, 1]);
    stage.wait(1);
    expect([await codes(), count()]).toEqual([0, 2]);
    stage.wait(3_599_999);
    expect([await codes(), count()]).toEqual([0, 2]);
    stage.wait(1);
    expect(await Promise.all([codes(), codes()])).toEqual([0, 0]);
    expect(count()).toBe(3);
  });

  test.for<[string, unknown]>([
    ['client_secret_post', ['client_secret_basic', 'client_secret_post']],
    ['client_secret_basic', ['client_secret_basic', 'private_key_jwt']],
    ['client_secret_basic', undefined],
  ])('makes the client send its secret by %s for %j', async ([how, token_endpoint_auth_methods_supported]) => {
    expect(await oidc({ metadata: { token_endpoint_auth_methods_supported } })).toBeNull();
    const [asked] = stage.providers.oidc.asked('/token');
    expect(asked?.headers.authorization === undefined).toBe(how === 'client_secret_post');
  });
});
