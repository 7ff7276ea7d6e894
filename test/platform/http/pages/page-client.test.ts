import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../../../../functions/platform/http/api.ts';
import { pageClient } from '../../../../functions/platform/http/pages/page-client.ts';
import { type LoginStage, loginStage } from '../../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

const MEMBER: Caller = { tenant: 'acme', name: 'ben@shop.test', scopes: ['read', 'write'] };

/** What a page's call of an endpoint by a member gets, and what it hands to the audit log. */
async function asked(method: 'GET' | 'POST', path: string, body?: unknown) {
  stage = loginStage();
  const noted: unknown[] = [];
  const client = pageClient(stage.host.routes, stage.world, async ({ tenant, name }, { audits, scope }, params) => {
    noted.push([tenant, name, audits, scope, params]);
  });
  const ask = client(MEMBER, { source: null, isLocal: false });
  const { status } = await ask(method, path, { params: { appId: 'shop' }, body });
  return { status, noted };
}

test('notes a refused call of a page, with its caller, its action and the ids of its path', async () => {
  expect(await asked('POST', '/api/apps/{appId}/targets', { address: 'https://canary.example' })).toEqual({
    status: 403,
    noted: [['acme', 'ben@shop.test', 'target.allowed', 'admin', { appId: 'shop' }]],
  });
});

test('notes no call that its caller may make', async () => {
  expect(await asked('GET', '/api/apps/{appId}/targets')).toEqual({ status: 200, noted: [] });
});
