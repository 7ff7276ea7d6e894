import { afterEach, describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../functions/login/domain/audit.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

type Entry = Record<'who' | 'action' | 'subject' | 'refused', unknown>;
const entries = async (as: Record<string, string> = stage.asAdmin): Promise<unknown[]> =>
  (await stage.call('GET', '/api/audit', undefined, as)).body.items.map(({ who, action, subject, refused }: Entry) => [
    who,
    action,
    subject,
    refused,
  ]);

describe('refused actions in the audit log', () => {
  test('are those of a caller without the scope: by ids and the scope, never by values', async () => {
    stage = loginStage();
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    const sent = await stage.call('POST', '/api/apps/shop/compare-rules', { kind: 'ignore', path: 'canary' }, reader);
    expect(sent.status).toBe(403);
    const [entry] = (await entries()) as [string, ...unknown[]][];
    expect(entry?.slice(1)).toEqual(['rule.added', { appId: 'shop', needs: 'write' }, true]);
    expect(entry?.[0]).not.toBe('admin-key');
    expect(JSON.stringify(await entries())).not.toContain('canary');
  });

  test('are noted once a minute where a caller repeats them', async () => {
    stage = loginStage();
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    const remove = (id: string) => stage.call('DELETE', `/api/apps/shop/compare-rules/${id}`, undefined, reader);
    for (let at = 0; at < 5; at++) await remove('r1');
    expect(await entries()).toHaveLength(1);
    await remove('r2');
    stage.clock.now += 60_000;
    await remove('r1');
    expect(await entries()).toHaveLength(3);
  });

  test('leave out what only reads, and callers without any credential of a tenant', async () => {
    stage = loginStage();
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    expect((await stage.call('GET', '/api/audit', undefined, reader)).status).toBe(403);
    expect((await stage.call('POST', '/api/apps/shop/compare-rules', {})).status).toBe(401);
    expect(await entries()).toEqual([]);
  });

  test('are in the log of the tenant of the caller', async () => {
    stage = loginStage();
    const theirs = { 'x-api-key': await stage.keyOf('acme', 'read') };
    await stage.call('POST', '/api/apps/shop/compare-rules', {}, theirs);
    expect(await entries()).toEqual([]);
    expect(await entries({ 'x-api-key': await stage.keyOf('acme', 'admin') })).toHaveLength(1);
  });

  test('are those of the Open API without its token, one for an action whatever ids are made up', async () => {
    stage = loginStage({ SVC_OPENAPI_TOKEN: 'open-api-token-of-tests' });
    for (const id of ['a', 'b', 'c'])
      expect((await stage.call('DELETE', `/openapi/v1/notification-channels/${id}`)).status).toBe(401);
    await stage.call('POST', '/openapi/v1/notification-channels', { name: 'Releases' });
    expect(await entries()).toEqual(
      expect.arrayContaining([
        ['open-api', 'channel.deleted', {}, true],
        ['open-api', 'channel.changed', {}, true],
      ]),
    );
    expect(await entries()).toHaveLength(2);
  });

  test.for<[string, boolean]>([
    ['with a key', true],
    ['without a credential', false],
  ])('are runs against a target that is not allowed, %s', async ([, hasKey]) => {
    stage = loginStage();
    const as = hasKey ? { 'x-api-key': await stage.keyOf('default', 'write') } : {};
    const sent = await stage.call(
      'POST',
      '/openapi/v1/replay-triggers',
      { appId: 'shop', targetEnv: 'https://build-4712.preview.example.net/base' },
      as,
    );
    expect(sent.body.errorCode).toBe('CREATE_PLAN_FAILED');
    const [entry] = (await entries()) as [string, ...unknown[]][];
    const subject = { appId: 'shop', ...(hasKey && { address: 'https://build-4712.preview.example.net' }) };
    expect(entry?.slice(1)).toEqual(['run.started', subject, true]);
    expect(entry?.[0] === 'open-api').toBe(!hasKey);
  });

  test('are named by an action of the log, at every endpoint', async () => {
    stage = loginStage();
    const named = stage.host.routes.flatMap(({ audits }) => audits ?? []);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((one) => !(AUDIT_ACTIONS as readonly string[]).includes(one))).toEqual([]);
  });
});
