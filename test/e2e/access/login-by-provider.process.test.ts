import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeIdentityProvider, openFakeIdentityProvider } from '../../support/fakes/fake-identity-provider.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const CLIENT = { clientId: 'client-1', clientSecret: 'client-secret-0123456789' };
const ADA = { sub: 'ada-1', email: 'ada@shop.test', email_verified: true };
const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let provider: FakeIdentityProvider;
let redirectUri: string;
let env: Record<string, string>;

beforeAll(async () => {
  const port = await freePort();
  redirectUri = `http://127.0.0.1:${port}/console/login/callback`;
  provider = await openFakeIdentityProvider({ ...CLIENT, redirectUris: [redirectUri], now: Date.now });
  env = {
    SVC_LOGIN_DOMAINS: 'shop.test',
    SVC_OIDC_ISSUER: provider.url,
    SVC_OIDC_ID: CLIENT.clientId,
    SVC_OIDC_SECRET: CLIENT.clientSecret,
  };
  service = await startProcess({ dataDir, port, env });
});

afterAll(async () => {
  await service.stop();
  await provider.close();
  remove();
});

const begun = async () => {
  const { body } = await call(service.url, 'GET', '/api/login/oauthInfo/oidc');
  return { oauthType: 'oidc', redirectUri, ...provider.signIn(body.body.oauthUri, ADA) };
};
const ended = async (body: unknown) => (await call(service.url, 'POST', '/api/login/oauthLogin', body)).body.body;

describe('the login by an OpenID Connect issuer at a running service (interface 4.8)', () => {
  test('lets a person in, and keeps used codes used after a crash', async () => {
    const [used, open] = [await begun(), await begun()];
    const { accessToken, userName } = await ended(used);
    expect(userName).toBe('ada@shop.test');
    const headers = { 'x-api-key': '', 'access-token': accessToken };
    expect((await call(service.url, 'GET', '/api/apps/shop/settings', undefined, headers)).status).toBe(200);

    await service.kill();
    service = await startProcess({ dataDir, port: Number(new URL(service.url).port), env });
    expect((await ended(used)).success).toBe(false);
    expect((await ended(open)).success).toBe(true);
    expect(provider.asked('/token')).toHaveLength(2);
  });

  test('writes neither the secret nor a code', () => {
    for (const text of [CLIENT.clientSecret, ADA.email, 'rro_']) expect(service.output()).not.toContain(text);
  });
});
