import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { bodyLimits } from '../../../functions/platform/http/bodies/body-room.ts';
import type { PrefixRequest, PrefixResponse } from '../../../functions/platform/http/prefix-endpoint.ts';
import { prefixRoutes } from '../../../functions/platform/http/prefix-routes.ts';
import { silentLog } from '../../contracts/silent-log.ts';

function opened(answer: (request: PrefixRequest) => Promise<PrefixResponse>, unanswered = async () => {}) {
  const app = new Hono();
  prefixRoutes(app, {
    routes: [{ prefix: '/mock', maxBytes: 10, answer, unanswered }],
    world: { now: () => 0, log: silentLog },
    callerOf: async (headers) =>
      headers.get('x-api-key') === 'k' ? { tenant: 't', name: 'n', scopes: ['agent'] } : null,
    bodies: bodyLimits({ maxBytes: 100, timeoutMs: 1000 }),
  });
  return app;
}

const empty: PrefixResponse = { status: 200, headers: [], body: new Uint8Array() };

describe('endpoints of all paths below a prefix', () => {
  test.for(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('accept %s', async (method) => {
    const seen: PrefixRequest[] = [];
    const app = opened(async (request) => {
      seen.push(request);
      return empty;
    });
    const answer = await app.request('/mock/a%20b/../c?x=%C3%BC&y', { method });
    expect(answer.status).toBe(200);
    expect(seen).toMatchObject([{ method, caller: null }]);
    expect(seen[0]?.path).toContain('?x=%C3%BC&y');
  });

  test('pass bytes and the caller of a valid key, and return bytes and repeated headers unchanged', async () => {
    const app = opened(async ({ bytes, caller, headers }) => {
      expect([[...bytes], caller?.tenant]).toEqual([[0, 255], 't']);
      expect(headers).toContainEqual(['x-own', '1']);
      return {
        status: 218,
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
        body: Buffer.of(1, 254),
      };
    });
    const body = Buffer.of(0, 255);
    const answer = await app.request('/mock/a', { method: 'POST', body, headers: { 'x-api-key': 'k', 'x-own': '1' } });
    expect(answer.status).toBe(218);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 254]);
  });

  test('answer 413 to a body above the limit, note it as unanswered, and accept one at the limit', async () => {
    let noted = 0;
    const app = opened(
      async () => empty,
      async () => void noted++,
    );
    expect((await app.request('/mock/a', { method: 'POST', body: 'x'.repeat(10) })).status).toBe(200);
    expect(noted).toBe(0);
    expect((await app.request('/mock/a', { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413);
    expect(noted).toBe(1);
  });

  test('answer 500 to a fault and note it as unanswered, also if noting fails', async () => {
    let noted = 0;
    const app = opened(
      () => Promise.reject(new Error('the table is away')),
      async () => {
        noted++;
        throw new Error('the table is away');
      },
    );
    expect((await app.request('/mock/a')).status).toBe(500);
    expect(noted).toBe(1);
  });

  test.for([204, 205, 304])('send no body with %i', async (status) => {
    const app = opened(async () => ({ ...empty, status, body: Buffer.from('x') }));
    const answer = await app.request('/mock/a');
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  test('show nothing of a fault with 500', async () => {
    const app = opened(async () => {
      throw new Error('planted');
    });
    const answer = await app.request('/mock/a');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('planted');
  });
});
