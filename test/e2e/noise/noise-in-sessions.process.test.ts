import { beforeAll, expect, test } from 'vitest';
import { json } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { randomUUID } from '../../support/test-random.ts';

/** Tokens that are logged in, and what each account has. */
const accounts = new Map<string, number>();
let serial = 0;

/** An application with logins, logouts, a value that differs each time, and a balance that each payment changes. */
const stage = serviceAndTarget(
  ({ method, url, headers }, response) => {
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    if (url === '/login') {
      const issued = `token-${++serial}-${randomUUID()}`;
      accounts.set(issued, 0);
      return json(response, { accessToken: issued });
    }
    if (!accounts.has(token)) return json(response, { error: 'log in first' }, 401);
    if (url === '/logout') {
      accounts.delete(token);
      return json(response, {});
    }
    if (method === 'POST') accounts.set(token, (accounts.get(token) ?? 0) + 1);
    return json(response, { payments: accounts.get(token), served: ++serial });
  },
  { SVC_NOISE_REDUCTION: 'rules' },
);

const PATHS: [method: string, path: string][] = [
  ['POST', '/login'],
  ['GET', '/account'],
  ['POST', '/payments'],
  ['GET', '/account'],
  ['POST', '/payments'],
  ['GET', '/account'],
  ['POST', '/logout'],
];

beforeAll(async () => {
  const begin = Date.now() - 600_000;
  const cases = [];
  for (const user of [0, 1, 2]) {
    let token = '';
    for (const [step, [method, path]] of PATHS.entries()) {
      const headers = path === '/login' ? [] : [['authorization', `Bearer ${token}`]];
      const answer = await fetch(`${stage.target.url}${path}`, { method, headers: headers as [string, string][] });
      const body = await answer.text();
      if (path === '/login') token = JSON.parse(body).accessToken;
      cases.push({
        appId: 'bank',
        recordedAt: new Date(begin + (step * 3 + user) * 1000).toISOString(),
        durationMs: 5,
        request: { method, path, headers, body: null, bodyEncoding: 'utf8' },
        response: {
          status: answer.status,
          headers: [['content-type', 'application/json']],
          body,
          bodyEncoding: 'utf8',
        },
      });
    }
  }
  cases.sort((a, b) => a.recordedAt.localeCompare(b.recordedAt));
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
});

test('a value that differs each time is noise before the logout, and a value that writes change is not', async () => {
  const { url } = stage.service;
  const before = stage.target.seen.length;
  const body = { appId: 'bank', targetEnv: stage.target.url };
  const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  const run = await completed(url, planId);
  // Payments are not sent again, so that their own values stay unexplained.
  expect(JSON.stringify(run.findings.needsAction)).not.toContain('/account');
  const { items } = (await call(url, 'GET', `/api/replays/${planId}/noise`)).body;
  expect(items.map(({ operation, path }: { operation: string; path: string }) => `${operation} ${path}`)).toContain(
    '/account served',
  );
  const seen = stage.target.seen.slice(before).map((one) => `${one.method} ${one.url}`);
  // Each failing read once more, at once; nothing unsafe twice.
  expect(seen.filter((one) => one === 'GET /account')).toHaveLength(2 * 3 * 3);
  for (const [method, path] of PATHS.filter(([verb]) => verb === 'POST').filter(
    ([, address]) => address !== '/payments',
  ))
    expect(seen.filter((one) => one === `${method} ${path}`)).toHaveLength(3);
  expect(seen.filter((one) => one === 'POST /payments')).toHaveLength(2 * 3);
});
