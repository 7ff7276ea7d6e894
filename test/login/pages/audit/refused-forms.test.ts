import { afterEach, describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../functions/login/domain/audit.ts';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';

type Stage = ReturnType<typeof pageStage>;
let stage: Stage;
afterEach(() => stage.close());

const entries = async (tenant = 'default') => {
  const as = tenant === 'default' ? stage.asAdmin : { 'x-api-key': await stage.keyOf(tenant, 'admin') };
  const { body } = await stage.call('GET', '/api/audit', undefined, as);
  type Entry = Record<'who' | 'action' | 'subject' | 'refused', unknown>;
  return body.items
    .filter(({ refused }: Entry) => refused === true)
    .map(({ who, action, subject }: Entry) => [who, action, subject]);
};

/** Sends a form as a program does, with an API key that has these scopes. */
const sendAs = async (tenant: string, path: string, scope: 'read') =>
  stage.browser().post(path, { csrf: 'none', path: 'canary' }, { 'x-api-key': await stage.keyOf(tenant, scope) });

/** Forms that no entry of the audit log belongs to, as the endpoints that they call have none either. */
const NOT_AUDITED = [
  '/console/apps/{appId}/import',
  '/console/apps/{appId}/recordings/selected',
  '/console/cases/{caseId}/delete',
  '/console/cases/{caseId}/login',
  '/console/cases/{caseId}/pin',
  '/console/cases/{caseId}/unpin',
  '/console/channels/{id}/test',
  '/console/evaluations/manifests/new',
  '/console/evaluations/new',
  '/console/evaluations/policies/{policyId}/backfill',
  '/console/evaluations/policies/{policyId}/backfills/{backfillId}/cancel',
  '/console/evaluations/policies/{policyId}/run',
  '/console/evaluations/resolve',
  '/console/evaluations/runs/{runId}/cancel',
  '/console/evaluations/runs/{runId}/gate',
  '/console/evaluations/workflows/{digest}/runs',
  '/console/import',
  '/console/sample',
  '/console/sample/remove',
  '/report/{planId}/recompare',
  '/report/{planId}/stop',
];

describe('forms of the console that their sender may not send', () => {
  test('leave a refused action with the ids of the address and the missing scope, never with what was typed', async () => {
    stage = pageStage();
    expect((await sendAs('default', '/console/apps/shop/rules', 'read')).status).toBe(403);
    const [entry] = await entries();
    expect(entry.slice(1)).toEqual(['rule.added', { appId: 'shop', needs: 'write' }]);
    expect(JSON.stringify(await entries())).not.toContain('canary');
  });

  test.for<[string, string, Record<string, string>]>([
    ['/console/users', 'user.role', { needs: 'admin' }],
    ['/console/keys/k1/remove', 'key.removed', { id: 'k1', needs: 'admin' }],
    ['/console/apps/shop/settings/login', 'settings.changed', { appId: 'shop', needs: 'write' }],
    ['/console/apps/shop/replays/new', 'run.started', { appId: 'shop', needs: 'write' }],
    ['/report/p1/cases/3/mark', 'mark.set', { planId: 'p1', item: '3', needs: 'write' }],
  ])('are noted: %s as %s', async ([path, action, subject]) => {
    stage = pageStage();
    expect((await sendAs('default', path, 'read')).status).toBe(403);
    expect((await entries()).map((entry: unknown[]) => entry.slice(1))).toEqual([[action, subject]]);
  });

  test('are noted by the name of a guest, once a minute', async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    const guest = stage.browser();
    const { text } = await guest.get('/console/channels');
    const csrf = /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
    for (let at = 0; at < 3; at++) expect((await guest.post('/console/channels/c1/delete', { csrf })).status).toBe(403);
    expect(await entries()).toEqual([
      [expect.stringMatching(/^guest-/), 'channel.deleted', { id: 'c1', needs: 'write' }],
    ]);
  });

  test('are in the log of the tenant of their sender', async () => {
    stage = pageStage();
    await sendAs('acme', '/console/apps/shop/rules', 'read');
    expect(await entries()).toEqual([]);
    expect(await entries('acme')).toHaveLength(1);
  });

  test('leave no entry without a credential, from another site, or as a page that is only read', async () => {
    stage = pageStage();
    expect((await stage.browser().post('/console/apps/shop/rules', { csrf: 'none' })).status).toBe(303);
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    const foreign = { ...reader, 'sec-fetch-site': 'cross-site' };
    expect((await stage.browser().post('/console/apps/shop/rules', { csrf: 'none' }, foreign)).status).toBe(403);
    expect((await stage.browser().get('/console/users', reader)).status).toBe(403);
    expect(await entries()).toEqual([]);
  });

  test('name an action of the log wherever what they call does', () => {
    stage = pageStage();
    const forms = stage.host.pages.filter(
      ({ method, scope }) => method === 'POST' && scope !== null && scope !== 'read',
    );
    expect(forms.length).toBeGreaterThan(40);
    const actions: readonly string[] = AUDIT_ACTIONS;
    const unnamed = forms.filter(({ audits }) => audits === undefined || !actions.includes(audits));
    expect(unnamed.map(({ path }) => path).sort()).toEqual(NOT_AUDITED);
  });
});
