import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const PATH = '/api/apps/shop/settings';
const SECRET = 'Bearer planted-secret';
let stage: LoginStage;
afterEach(() => stage.close());

const put = (set: Record<string, string>) => stage.call('PUT', PATH, { replay: { headers: { set } } }, stage.asAdmin);
const keyWith = async (...scopes: ('read' | 'write')[]) => ({ 'x-api-key': await stage.keyOf('default', ...scopes) });
const setSeenBy = async (shown: Record<string, string>) =>
  (await stage.call('GET', PATH, undefined, shown)).body.replay.headers.set;

describe('headers that a replay sets (interface 10)', () => {
  test('are shown without their values to readers, and with them to users who may change them', async () => {
    stage = loginStage();
    expect((await put({ authorization: SECRET, 'x-team': 'a' })).body.replay.headers.set.authorization).toBe(SECRET);
    const guest = (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken;
    const viewer = await stage.login('ann@shop.test');
    await stage.call('PUT', '/api/users/ann@shop.test', { role: 'viewer' }, stage.asAdmin);
    const member = await stage.login('bob@shop.test');
    const masked = { authorization: '***', 'x-team': '***' };
    expect(await setSeenBy({ 'access-token': guest })).toEqual(masked);
    expect(await setSeenBy({ 'access-token': viewer.accessToken })).toEqual(masked);
    expect(await setSeenBy(await keyWith('read'))).toEqual(masked);
    const whole = { authorization: SECRET, 'x-team': 'a' };
    expect(await setSeenBy({ 'access-token': member.accessToken })).toEqual(whole);
    expect(await setSeenBy(await keyWith('read', 'write'))).toEqual(whole);
    expect(await setSeenBy(stage.asAdmin)).toEqual(whole);
  });

  test('keep a value whose mask is sent back, and change the others', async () => {
    stage = loginStage();
    await put({ authorization: SECRET, 'x-team': 'a', gone: 'b' });
    const changed = await put({ authorization: '***', 'x-team': 'c', 'x-stars': '****' });
    expect(changed.body.replay.headers.set).toEqual({ authorization: SECRET, 'x-team': 'c', 'x-stars': '****' });
    expect(await setSeenBy(stage.asAdmin)).toEqual({ authorization: SECRET, 'x-team': 'c', 'x-stars': '****' });
  });

  test('keep the value of a mask whose name is in another case', async () => {
    stage = loginStage();
    await put({ authorization: SECRET });
    expect((await put({ Authorization: '***' })).body.replay.headers.set).toEqual({ Authorization: SECRET });
  });

  test.for(['x-new', 'authorization2'])('do not change if %s has a mask but no value', async (name) => {
    stage = loginStage();
    await put({ authorization: SECRET });
    const { status, body } = await put({ authorization: 'other', [name]: '***' });
    expect([status, body]).toEqual([
      400,
      {
        errorCode: 'INVALID_SETTINGS',
        errorMessage: 'replay.headers.set has a mask (***) for a header that has no value yet',
      },
    ]);
    expect(await setSeenBy(stage.asAdmin)).toEqual({ authorization: SECRET });
  });
});
