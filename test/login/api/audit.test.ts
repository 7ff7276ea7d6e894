import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const audit = async (query = '') => (await stage.call('GET', `/api/audit${query}`, undefined, stage.asAdmin)).body;

describe('the audit log', () => {
  test('says who changed rules, settings, main endpoints, channels, keys and users, the newest first', async () => {
    stage = loginStage();
    const asAnn = { 'access-token': (await stage.login(ANN)).accessToken };
    const rules = '/api/apps/shop/compare-rules';
    const did = async (method: string, path: string, body: unknown, as: Record<string, string>) => {
      stage.clock.now += 1;
      const answer = await stage.call(method, path, body, as);
      expect(answer.status, path).toBeLessThan(300);
      return answer.body;
    };
    const { ruleId } = await did('POST', rules, { kind: 'ignore', path: 'at' }, asAnn);
    await did('DELETE', `${rules}/${ruleId}`, undefined, asAnn);
    const exported = [{ kind: 'ignore', path: 'secret-canary' }];
    await did('POST', `${rules}/import`, { version: 1, rules: exported }, asAnn);
    await did('PUT', '/api/apps/shop/settings', { compareHeaders: true }, asAnn);
    await did('POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations: ['/a'] }, asAnn);
    const channel = { type: 'webhook', url: 'https://hook.test/url-canary' };
    const { id } = await did('POST', '/openapi/v1/notification-channels', channel, {});
    await did('POST', '/openapi/v1/notification-channels', { id, name: 'name-canary' }, {});
    await did('DELETE', `/openapi/v1/notification-channels/${id}`, undefined, {});
    const key = (await did('POST', '/api/api-keys', { name: 'ci', scopes: ['read'] }, stage.asAdmin)).body;
    await did('DELETE', `/api/api-keys/${key.id}`, undefined, stage.asAdmin);
    await did('PUT', '/api/users/bob@shop.test', { role: 'viewer' }, stage.asAdmin);

    const { items, nextCursor } = await audit();
    expect(items.map(({ who, action, subject }: Record<string, unknown>) => [who, action, subject])).toEqual([
      ['admin-key', 'user.invited', { userName: 'bob@shop.test', role: 'viewer' }],
      ['admin-key', 'key.removed', { id: key.id }],
      ['admin-key', 'key.made', { id: key.id }],
      ['open-api', 'channel.deleted', { id }],
      ['open-api', 'channel.changed', { id, type: 'webhook' }],
      ['open-api', 'channel.created', { id, type: 'webhook' }],
      [ANN, 'main-operations.registered', { appId: 'shop' }],
      [ANN, 'settings.changed', { appId: 'shop' }],
      [ANN, 'rules.imported', { appId: 'shop', added: 1, replaced: 0 }],
      [ANN, 'rule.removed', { appId: 'shop', ruleId }],
      [ANN, 'rule.added', { appId: 'shop', ruleId }],
    ]);
    expect(items[0]).toMatchObject({ id: expect.any(String), at: new Date(stage.clock.now).toISOString() });
    expect(nextCursor).toBeNull();
    expect(JSON.stringify(items)).not.toContain('canary');
  });

  test('leaves out refused changes', async () => {
    stage = loginStage();
    await stage.call('POST', '/api/apps/shop/compare-rules', { kind: 'no-kind' }, stage.asAdmin);
    await stage.call('DELETE', '/api/apps/shop/compare-rules/none', undefined, stage.asAdmin);
    await stage.call('DELETE', '/openapi/v1/notification-channels/none');
    await stage.call('PUT', `/api/users/${ANN}`, { role: 'owner' }, stage.asAdmin);
    expect((await audit()).items).toEqual([]);
  });

  test('is read by page, and by admins of the tenant only', async () => {
    stage = loginStage();
    for (let at = 0; at < 5; at++) {
      stage.clock.now += 1;
      await stage.call('PUT', `/api/users/u${at}@shop.test`, { role: 'viewer' }, stage.asAdmin);
    }
    const first = await audit('?limit=3');
    const second = await audit(`?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ subject }) => subject.userName[1]).join('')).toBe('43210');
    expect(second.nextCursor).toBeNull();
    const key = await stage.keyOf('other', 'admin');
    const theirs = await stage.call('GET', '/api/audit', undefined, { 'x-api-key': key });
    expect(theirs.body).toEqual({ items: [], nextCursor: null });
    for (const query of ['?limit=x', '?cursor=x'])
      expect((await stage.call('GET', `/api/audit${query}`, undefined, stage.asAdmin)).status).toBe(400);
  });
});
