import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../functions/platform/values/scope.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const KEYS = '/api/recorder/apps/shop/replay-keys';
const ROTATION = '/api/recorder/replay-keys/rotation';
/** The two minutes until a new key signs. */
const SIGNS_AFTER_MS = 120_000;

let stage: LoginStage;
beforeEach(() => {
  stage = loginStage();
});
afterEach(() => stage.close());

type Headers = Record<string, string>;
const keyOf = async (tenant: string, ...scopes: ApiKeyScope[]): Promise<Headers> => ({
  'x-api-key': await stage.keyOf(tenant, ...scopes),
});
const read = (headers: Headers, path = KEYS) => stage.call('GET', path, undefined, headers);
const rotate = (headers: Headers) => stage.call('POST', ROTATION, undefined, headers);
const numbersOf = async (headers: Headers) =>
  (await read(headers)).body.keys.map(({ keyId }: { keyId: string }) => keyId);

describe('the keys of replayed requests by credential (docs/node-agent.md)', () => {
  test.for(API_KEY_SCOPES)('follow the right of a key with the scope %s only', async (scope) => {
    const key = await keyOf('default', scope);
    const statuses = [(await read(key)).status, (await rotate(key)).status];
    expect(statuses).toEqual([scope === 'agent' || scope === 'admin' ? 200 : 403, scope === 'admin' ? 200 : 403]);
  });

  test.for<[string, () => Promise<Headers>, number]>([
    ['no key', async () => ({}), 401],
    ['an unknown key', async () => ({ 'x-api-key': `rrs_${'0'.repeat(16)}_${'a'.repeat(43)}` }), 401],
    [
      'an admin key sent to another tenant',
      async () => ({ ...(await keyOf('other', 'admin')), 'x-tenant-id': 'default' }),
      401,
    ],
    [
      'a guest',
      async () => ({ 'access-token': (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken }),
      403,
    ],
    [
      'a viewer',
      async () => ({ 'access-token': (await stage.memberOf('default', 'vic@shop.test', 'viewer')).accessToken }),
      403,
    ],
    [
      'a member',
      async () => ({ 'access-token': (await stage.memberOf('default', 'ben@shop.test', 'member')).accessToken }),
      403,
    ],
  ])('are neither read nor rotated by %s', async ([, headersOf, status]) => {
    const before = (await read(stage.asAdmin)).body;
    const headers = await headersOf();
    const answers = [await read(headers), await rotate(headers)];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(before.keys[0].key);
    expect((await read(stage.asAdmin)).body).toEqual(before);
  });

  test('are read and rotated by tenant', async () => {
    const [ours, theirs] = [await keyOf('default', 'agent'), await keyOf('other', 'admin')];
    const before = (await read(ours)).body;
    expect((await read(theirs)).body.keys[0].key).not.toBe(before.keys[0].key);
    expect((await rotate(theirs)).body).toMatchObject({ number: 2 });
    expect((await read(ours)).body).toEqual(before);
    const audited = async (headers: Headers) => (await stage.call('GET', '/api/audit', undefined, headers)).body.items;
    expect(await audited(theirs)).toMatchObject([{ action: 'key.rotated', subject: { keyId: 'replays-2' } }]);
    expect(await audited(stage.asAdmin)).toEqual([]);
  });

  test('differ by application, and need a valid appId', async () => {
    const key = await keyOf('default', 'agent');
    const [shop, stock] = [await read(key), await read(key, KEYS.replace('shop', 'stock'))];
    expect(stock.body.keys[0].key).not.toBe(shop.body.keys[0].key);
    expect((await read(key, KEYS.replace('shop', '%20'))).status).toBe(400);
  });

  test('are rotated with the time from which the new one signs, keep the previous one, and are not repeated', async () => {
    const agent = await keyOf('default', 'agent');
    const [first] = (await read(agent)).body.keys;
    const signsAt = new Date(stage.clock.now + SIGNS_AFTER_MS).toISOString();
    const answered = await rotate(stage.asAdmin);
    expect([answered.status, answered.body]).toEqual([200, { number: 2, signsAt }]);
    // A key that does not sign yet is not followed by another.
    expect((await rotate(stage.asAdmin)).body).toEqual({ number: 2, signsAt });
    stage.clock.now += SIGNS_AFTER_MS;
    expect(await numbersOf(agent)).toEqual(['2', '1']);
    expect((await read(agent)).body.keys).toContainEqual(first);
    expect((await rotate(stage.asAdmin)).body).toMatchObject({ number: 3 });
    stage.clock.now += SIGNS_AFTER_MS;
    expect(await numbersOf(agent)).toEqual(['3', '2']);
  });

  test.for<[string, string]>([
    ['POST', KEYS],
    ['GET', ROTATION],
  ])('have no endpoint %s %s', async ([method, path]) => {
    expect((await stage.call(method, path, undefined, stage.asAdmin)).status).toBe(405);
  });
});
