import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const CODE = `/api/login/getVerificationCode/${ANN}`;
const REFRESH = `/api/login/refresh/${ANN}`;
const METHODS = ['GET', 'POST'] as const;
let stage: LoginStage;
afterEach(() => stage.close());

describe('login by GET (spec 4.8) and by its POST form', () => {
  test.for(METHODS)('sends a code by %s, and answers the same for an unknown address', async (method) => {
    stage = loginStage();
    const known = await stage.call(method, CODE);
    const unknown = await stage.call(method, '/api/login/getVerificationCode/eve@evil.test');
    await stage.workOff();
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.body).toMatchObject({ responseStatusType: { responseCode: 0 }, body: { success: true } });
    expect(stage.mails.map(({ to }) => to)).toEqual([ANN]);
  });

  test('counts both forms towards the 5 codes an hour', async () => {
    stage = loginStage();
    for (const method of ['POST', 'GET', 'POST', 'GET', 'POST', 'POST', 'GET']) {
      stage.clock.now += 61_000;
      expect((await stage.call(method, CODE)).status).toBe(200);
      await stage.workOff();
    }
    expect(stage.mails).toHaveLength(5);
  });

  test.for(METHODS)('exchanges a refresh token by %s once, whichever form used it first', async (method) => {
    stage = loginStage();
    const { refreshToken } = await stage.login(ANN);
    const shown = { 'refresh-token': refreshToken };
    const { status, body, headers } = await stage.call(method, REFRESH, undefined, shown);
    expect([status, body.body.userName, headers.get('cache-control')]).toEqual([200, ANN, 'no-store']);
    expect(body.body.refreshToken).not.toBe(refreshToken);
    for (const again of METHODS) expect((await stage.call(again, REFRESH, undefined, shown)).status).toBe(401);
    const ended = { 'refresh-token': body.body.refreshToken };
    expect((await stage.call('POST', REFRESH, undefined, ended)).status).toBe(401);
  });

  test('reads no token from the body of POST, and refuses a body other than an object', async () => {
    stage = loginStage();
    const { refreshToken } = await stage.login(ANN);
    expect((await stage.call('POST', REFRESH, { 'refresh-token': refreshToken, refreshToken })).status).toBe(401);
    for (const body of ['[]', '{', 'refresh-token=x'])
      expect(await stage.send('POST', REFRESH, body, { 'refresh-token': refreshToken })).toMatchObject({
        status: 400,
        body: { responseStatusType: { responseCode: 1 } },
      });
    expect((await stage.call('POST', REFRESH, {}, { 'refresh-token': refreshToken })).status).toBe(200);
  });

  test.for([CODE, REFRESH])('refuses pages of other sites by both forms: %s', async (path) => {
    stage = loginStage();
    const { refreshToken } = await stage.login(ANN);
    const mailed = stage.mails.length;
    const shown = { 'refresh-token': refreshToken };
    const elsewhere: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }];
    for (const method of METHODS) {
      for (const headers of elsewhere)
        expect((await stage.call(method, path, undefined, { ...shown, ...headers })).status).toBe(403);
    }
    await stage.workOff();
    expect(stage.mails).toHaveLength(mailed);
    expect((await stage.call('POST', REFRESH, undefined, shown)).status).toBe(200);
  });
});
