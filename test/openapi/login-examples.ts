import { vi } from 'vitest';
import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { PATIENCE } from '../support/patience.ts';
import { call, type RunningService } from '../support/running-service.ts';
import { mailedCode } from '../support/stages/console-stage.ts';

type Given = () => Promise<Record<string, string>>;

/** Preconditions of the examples about logins and people: each has a person of its own. */
export function loginExamples(service: () => RunningService): Readonly<Record<string, Given>> {
  const post = async (path: string, body: unknown) => (await call(service().url, 'POST', path, body)).body;
  let users = 0;
  /** A user of whom nothing is known yet but the code that was mailed to them. */
  async function newUser(): Promise<{ userName: string; verifyCode: string }> {
    const userName = `user${++users}.${EXAMPLE.userName}`;
    const { url, dataDir } = service();
    await call(url, 'GET', `/api/login/getVerificationCode/${userName}`);
    const verifyCode = await vi.waitUntil(() => mailedCode(dataDir, userName), PATIENCE);
    return { userName, verifyCode };
  }

  async function loggedIn(): Promise<Record<string, string>> {
    const { userName, verifyCode } = await newUser();
    const { body } = await post('/api/login/verify', { userName, verifyCode });
    return {
      [EXAMPLE.userName]: userName,
      '<access token>': body.accessToken,
      '<refresh token>': body.refreshToken,
    };
  }

  /** A person who has logged in and is invited to another tenant. */
  async function invited(): Promise<Record<string, string>> {
    const words = await loggedIn();
    const tenantId = `tenant-${users}`;
    const { key } = await post('/api/tenants', { tenantId });
    const path = `/api/users/${words[EXAMPLE.userName]}`;
    await call(service().url, 'PUT', path, { role: 'member' }, { 'x-api-key': key });
    return { ...words, 'shop-eu': tenantId };
  }

  let keys = 0;
  async function newKey(): Promise<Record<string, string>> {
    const { body } = await post('/api/api-keys', { name: `example ${++keys}`, scopes: ['read'] });
    return { [EXAMPLE.keyId]: body.id };
  }

  return {
    'POST /api/login/verify': async () => {
      const { userName, verifyCode } = await newUser();
      return { [EXAMPLE.userName]: userName, '123456': verifyCode };
    },
    'POST /api/api-keys/{id}/rotate': newKey,
    'DELETE /api/api-keys/{id}': newKey,
    'GET /api/users': loggedIn,
    'GET /api/users/{userName}': loggedIn,
    // An invitation: the example's person has not logged in.
    'PUT /api/users/{userName}': async () => ({ [EXAMPLE.userName]: `invited.${EXAMPLE.userName}` }),
    'POST /api/users/{userName}/invitation': async () => ({ [EXAMPLE.userName]: `mailed.${EXAMPLE.userName}` }),
    'DELETE /api/users/{userName}': loggedIn,
    'DELETE /api/users/{userName}/sessions': loggedIn,
    'POST /api/users/{userName}/disable': loggedIn,
    'POST /api/users/{userName}/enable': loggedIn,
    'GET /api/login/memberships': loggedIn,
    'POST /api/login/memberships/{tenantId}/switch': async () => ({ ...(await loggedIn()), 'shop-eu': 'default' }),
    'DELETE /api/login/memberships/{tenantId}': async () => ({ ...(await loggedIn()), 'shop-eu': 'default' }),
    'POST /api/login/invitations/{tenantId}/accept': invited,
    'POST /api/login/invitations/{tenantId}/decline': invited,
    'GET /api/login/refresh/{userName}': loggedIn,
    'POST /api/login/refresh/{userName}': loggedIn,
    'POST /api/login/logout': loggedIn,
    'POST /api/login/api-key': loggedIn,
  };
}
