import { afterEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function optionsOf(env: Record<string, string>) {
  const stage = pageStage(env);
  cleanUps.push(stage.close);
  // Without any credential.
  const { status, body } = await stage.call('GET', '/api/login/options', undefined, { 'x-api-key': '' });
  expect(status).toBe(200);
  return body.body;
}

const TEAM = { HOST: '0.0.0.0', SVC_PUBLIC_URL: 'https://replay.example' };

describe('GET /api/login/options', () => {
  test.for<[string, Record<string, string>, object]>([
    [
      'nothing set',
      { SVC_LOGIN_DOMAINS: '' },
      { logins: 'none', codesBy: 'outbox', openApi: 'off', providers: [], guests: false },
    ],
    [
      'mail and domains',
      { SVC_LOGIN_DOMAINS: 'shop.test', SVC_SMTP_URL: 'smtp://127.0.0.1:25' },
      { logins: 'listed', codesBy: 'mail' },
    ],
    ['any domain and guests', { SVC_LOGIN_DOMAINS: '*', SVC_GUEST_LOGIN: 'on' }, { logins: 'any', guests: true }],
    ['an Open API without a token', { SVC_REPLAY_OPENAPI: 'true' }, { openApi: 'open' }],
    [
      'an Open API with a token',
      { SVC_REPLAY_OPENAPI: 'true', SVC_OPENAPI_TOKEN: 'a-token-of-16-or-more' },
      { openApi: 'token' },
    ],
    [
      'a provider',
      { SVC_OAUTH_GITHUB_ID: 'client-of-ours', SVC_OAUTH_GITHUB_SECRET: 'canary' },
      { providers: ['github'] },
    ],
  ])('says what a service offers with %s', async ([, env, expected]) => {
    expect(await optionsOf({ ...TEAM, ...env })).toMatchObject({ publicUrl: TEAM.SVC_PUBLIC_URL, ...expected });
  });

  test('names no domain, mail server, client or secret', async () => {
    const env = {
      SVC_LOGIN_DOMAINS: 'canary-domain.test',
      SVC_SMTP_URL: 'smtp://canary-mail.test:25',
      SVC_OAUTH_GITHUB_ID: 'canary-id',
      SVC_OAUTH_GITHUB_SECRET: 'canary-secret',
      SVC_OPENAPI_TOKEN: 'canary-token-of-16',
      SVC_ADMIN_KEY: 'canary-key-0123456789',
    };
    expect(JSON.stringify(await optionsOf({ ...TEAM, ...env }))).not.toContain('canary');
  });
});
