import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import { application } from '../../../../functions/platform/http/application.ts';
import type { PageRoute } from '../../../../functions/platform/http/pages/page-route.ts';
import { pageRoutes } from '../../../../functions/platform/http/pages/page-routes.ts';
import { problemPage } from '../../../../functions/platform/pages-shell/problem.ts';

const SECRET = 'a value that must stay secret';
const ASSET = { path: '/console/assets/one.css', type: 'text/css', bytes: new Uint8Array() };
const failing = async (): Promise<never> => {
  throw new Error(SECRET);
};

/** Pages that fail at one point each, and what was logged of them. */
function pagesThat(page: Partial<PageRoute>, callerOf: () => Promise<null> = async () => null) {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const silent = () => {};
  const error = (message: string, facts?: Record<string, unknown>) => lines.push([message, facts]);
  const world = {
    now: () => 0,
    newId: () => 'f'.repeat(32),
    log: { debug: silent, info: silent, warn: silent, error },
  };
  const app = application({ families: [], world, callerOf });
  const whole: PageRoute = { method: 'GET', path: '/console/one', scope: null, answer: failing, ...page };
  pageRoutes(app, { pages: [whole], assets: [ASSET], endpoints: [], world, callerOf, problem: problemPage });
  return { app, lines };
}

describe('pageRoutes (interface 1, 13)', () => {
  test.for<[string, Parameters<typeof pagesThat>, RequestInit]>([
    ['while it answers', [{}], {}],
    ['while it is written', [{ answer: async () => ({ html: html`${failing()}` }) }], {}],
    ['before the caller is known', [{}, failing], { headers: { 'x-api-key': 'k' } }],
  ])('logs a page once that fails %s, says so and quotes nothing', async ([, parts, init]) => {
    const { app, lines } = pagesThat(...parts);
    const answer = await app.request('http://127.0.0.1/console/one', init);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain('The service failed');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(lines.map(([message]) => message)).toEqual(['page failed']);
    expect(text + JSON.stringify(lines)).not.toContain(SECRET);
  });

  test('answers 405 with the allowed methods for another method (interface 1)', async () => {
    const { app } = pagesThat({ answer: async () => ({ html: html`ok` }) });
    expect((await app.request('http://127.0.0.1/console/one')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await app.request('http://127.0.0.1/console/one', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('answers 405 for another method of an asset', async () => {
    const { app } = pagesThat({ answer: async () => ({ html: html`ok` }) });
    const answer = await app.request(`http://127.0.0.1${ASSET.path}`, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.for([
    { accessToken: 'x\n{"level":"ERROR"}', refreshToken: null },
    { accessToken: 'x', refreshToken: '\u0100' },
    { accessToken: 'x'.repeat(4097), refreshToken: null },
  ])('treats a cookie without a valid token, %j, as anonymous', async (tokens) => {
    const { app, lines } = pagesThat({ answer: async () => ({ html: html`ok` }) });
    const session = { secret: '0'.repeat(32), tokens: { userName: 'x', expiresAt: 1e15, ...tokens } };
    const cookie = `replay-session=${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
    expect((await app.request('http://127.0.0.1/console/one', { headers: { cookie } })).status).toBe(200);
    expect(lines).toEqual([]);
  });

  test('logs a file that ends early, and hides the cause from the host', async () => {
    async function* half() {
      yield new TextEncoder().encode('half');
      await failing();
    }
    const { app, lines } = pagesThat({ answer: async () => ({ response: { status: 200, stream: half() } }) });
    const read = (await app.request('http://127.0.0.1/console/one')).text();
    await expect(read).rejects.toThrow(/^the response ended early$/);
    expect(lines.map(([message]) => message)).toEqual(['a response ended early']);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  test('logs no fault for a form whose sender disconnected', async () => {
    const { app, lines } = pagesThat({ method: 'POST' });
    const gone = new AbortController();
    const body = new ReadableStream({
      pull(controller) {
        gone.abort();
        controller.error(new Error('gone'));
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // the library's type does not include duplex yet
    const init = { method: 'POST', headers, body, signal: gone.signal, duplex: 'half' } as RequestInit;
    const answer = await app.request('http://127.0.0.1/console/one', init);
    expect([answer.status, lines]).toEqual([403, []]);
  });
});
