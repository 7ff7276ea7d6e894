import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES_OF } from '../../../functions/login/domain/roles.ts';
import { hasScope } from '../../../functions/platform/http/has-scope.ts';
import type { Scope } from '../../../functions/platform/values/scope.ts';
import { allEndpoints } from '../../openapi/all-endpoints.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

/** What a caller may do: the scopes of a role in the tenant of the token, or why every route refuses. */
type Expected = keyof typeof SCOPES_OF | 'unauthenticated' | 'elsewhere';

interface Caller {
  name: string;
  headers: Record<string, string>;
  expected: Expected;
}

/** Only host tokens pass: admins are let through by their scope, and refused by the endpoint. */
const FOR_HOSTS = /^POST \/api\/v1\/eval\/(events|events\/publish|leases.*)$/;

const ROUTES = allEndpoints.filter(({ scope }) => scope !== null);

let stage: LoginStage;
const callers: Caller[] = [];
const add = (name: string, expected: Expected, accessToken: string, more = {}) =>
  callers.push({ name, expected, headers: { 'access-token': accessToken, ...more } });

beforeAll(async () => {
  stage = loginStage();
  const { users } = stage.services;
  callers.push({ name: 'no credential', expected: 'unauthenticated', headers: {} });
  add('a guest', 'guest', (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken);
  for (const tenant of ['default', 'acme'])
    for (const role of ['viewer', 'member', 'admin'] as const) {
      const { accessToken } = await stage.memberOf(tenant, `${role}-${tenant}@shop.test`, role);
      add(`${role} of ${tenant}`, role, accessToken);
      const other = tenant === 'acme' ? 'default' : 'acme';
      add(`${role} of ${tenant} in ${other}`, 'elsewhere', accessToken, { 'x-tenant-id': other });
    }

  const invited = await stage.memberOf('default', 'invited@shop.test', 'member');
  await users.setRole('invited@shop.test', 'admin', 'acme');
  add('invited to acme, at home', 'member', invited.accessToken);
  add('invited to acme, in acme', 'elsewhere', invited.accessToken, { 'x-tenant-id': 'acme' });
  const ticket = await stage.services.tickets.open('invited@shop.test');
  add('the ticket of a login', 'unauthenticated', ticket);

  for (const change of ['disable', 'remove', 'endSessions', 'leave'] as const) {
    const userName = `${change.toLowerCase()}@shop.test`;
    const there = await stage.memberOf('acme', userName, 'admin');
    const here = await stage.memberOf('default', userName, 'viewer');
    await users[change](userName, 'acme');
    add(`${change} in acme`, 'unauthenticated', there.accessToken);
    add(`${change} in acme, at home`, 'viewer', here.accessToken);
  }
});
afterAll(() => stage.close());

/** Whether the answer is as expected: which right is missing is said by the status. */
function expectedStatuses(expected: Expected, scope: Scope, isProblem: boolean): readonly number[] | null {
  if (expected === 'unauthenticated') return [401];
  if (expected === 'elsewhere') return [isProblem ? 403 : 401];
  return hasScope({ scopes: SCOPES_OF[expected] }, scope) ? null : [403];
}

describe('every route, for every role in every tenant', () => {
  test.for(ROUTES)('answers as its scope requires: $method $path', async ({ method, path, scope, body }) => {
    if (scope === null) throw new Error('no scope');
    const target = path.replace(/\{\w+\}/g, 'x');
    const isProblem =
      path.startsWith('/api/v1/eval') || path.startsWith('/api/v1/scores') || path.startsWith('/api/v2');
    for (const { name, headers, expected } of callers) {
      const sent = method === 'GET' || method === 'DELETE' || body?.as !== 'json' ? undefined : {};
      const { status } = await stage.call(method, target, sent, { 'content-type': 'application/json', ...headers });
      const statuses = expectedStatuses(expected, scope, isProblem);
      if (statuses) expect(statuses, `${name}: ${status}`).toContain(status);
      // Admins of other tenants than `default` manage none.
      else if (path === '/api/tenants' && /acme/.test(name)) expect(status, name).toBe(403);
      else if (!FOR_HOSTS.test(`${method} ${path}`)) expect([401, 403], `${name}: ${status}`).not.toContain(status);
    }
  });

  test('includes more than 100 routes with a scope', () => expect(ROUTES.length).toBeGreaterThan(100));
});
