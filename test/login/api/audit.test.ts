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
    const { ruleId } = await did('POST', rules, { kind: 'ignore', path: "items[?@.sku=='value-canary'].at" }, asAnn);
    await did('DELETE', `${rules}/${ruleId}`, undefined, asAnn);
    const exported = [{ kind: 'ignore', path: 'secret-canary' }];
    await did('POST', `${rules}/import`, { version: 1, rules: exported }, asAnn);
    await did(
      'PUT',
      '/api/apps/shop/settings',
      {
        endpoints: [{ pattern: '/users/{name}' }],
        replay: { headers: { set: { 'x-tier': 'header-canary' } } },
      },
      asAnn,
    );
    await did('POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations: ['/a'] }, asAnn);
    const channel = { type: 'webhook', url: 'https://hook.test/url-canary' };
    const { id } = await did('POST', '/openapi/v1/notification-channels', channel, {});
    await did('POST', '/openapi/v1/notification-channels', { id, name: 'Releases' }, {});
    await did('DELETE', `/openapi/v1/notification-channels/${id}`, undefined, {});
    const key = (await did('POST', '/api/api-keys', { name: 'ci', scopes: ['read'] }, stage.asAdmin)).body;
    await did('DELETE', `/api/api-keys/${key.id}`, undefined, stage.asAdmin);
    await did('PUT', '/api/users/bob@shop.test', { role: 'viewer' }, stage.asAdmin);

    const { items, nextCursor } = await audit();
    expect(
      items.map(({ who, action, subject, about }: Record<string, unknown>) => [who, action, subject, about]),
    ).toEqual([
      ['admin-key', 'user.invited', { userName: 'bob@shop.test', role: 'viewer' }, undefined],
      ['admin-key', 'key.removed', { id: key.id }, 'ci'],
      ['admin-key', 'key.made', { id: key.id }, 'ci'],
      ['open-api', 'channel.deleted', { id }, 'Releases'],
      ['open-api', 'channel.changed', { id, type: 'webhook' }, 'Releases'],
      ['open-api', 'channel.created', { id, type: 'webhook' }, 'webhook'],
      [ANN, 'main-operations.registered', { appId: 'shop' }, '1 endpoint'],
      [ANN, 'settings.changed', { appId: 'shop' }, 'Path patterns: added /users/{name}, Added headers'],
      [ANN, 'rules.imported', { appId: 'shop', added: 1, replaced: 0 }, '1 added, 0 replaced'],
      [ANN, 'rule.removed', { appId: 'shop', ruleId }, 'Ignore items[?@.sku==…].at in every endpoint'],
      [ANN, 'rule.added', { appId: 'shop', ruleId }, 'Ignore items[?@.sku==…].at in every endpoint'],
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
