import { afterEach, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

test('answers of the API forbid caching and guessing of their type', async () => {
  stage = loginStage();
  const answers = [
    await stage.call('GET', '/api/api-keys', undefined, stage.asAdmin),
    await stage.call('GET', '/api/apps/shop/settings', undefined, stage.asAdmin),
    await stage.call('POST', '/api/login/loginAsGuest'),
    await stage.call('GET', '/api/api-keys'),
    await stage.call('GET', '/api/nowhere', undefined, stage.asAdmin),
    await stage.call('PATCH', '/api/api-keys', undefined, stage.asAdmin),
    await stage.send('PUT', '/api/apps/shop/settings', '{', { ...stage.asAdmin, 'content-type': 'application/json' }),
    await stage.call('GET', '/openapi/v1/replay-runs/none'),
    await stage.call('GET', '/api/v1/eval/workflow-runs/none', undefined, stage.asAdmin),
  ];
  expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThanOrEqual(5);
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});
