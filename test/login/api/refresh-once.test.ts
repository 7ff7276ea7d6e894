import { afterEach, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const refresh = (shown: Record<string, string>) =>
  stage.call('GET', `/api/login/refresh/${encodeURIComponent(ANN)}`, undefined, shown);
const reads = async (accessToken: string) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken })).status;

// Each use made a refresh token, so that a stolen access token was good for any number of them.
test('the refresh accepts an access token once, also for concurrent requests, and keeps its session', async () => {
  stage = loginStage();
  const { accessToken } = await stage.login(ANN);
  const all = await Promise.all(Array.from({ length: 10 }, () => refresh({ 'access-token': accessToken })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect((await refresh({ 'access-token': accessToken })).status).toBe(401);
  const { body } = all.find(({ status }) => status === 200)?.body ?? {};
  expect([await reads(accessToken), await reads(body.accessToken)]).toEqual([200, 200]);
  expect((await refresh({ 'access-token': body.accessToken })).status).toBe(200);
});

test('the refresh refuses an access token after its refresh token was used', async () => {
  stage = loginStage();
  const { accessToken, refreshToken } = await stage.login(ANN);
  const second = (await refresh({ 'refresh-token': refreshToken })).body.body;
  expect((await refresh({ 'access-token': accessToken })).status).toBe(401);
  expect((await refresh({ 'refresh-token': second.refreshToken })).status).toBe(200);
});
