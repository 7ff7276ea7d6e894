import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { call } from '../../support/running-service.ts';

const { staged } = cliStage();

/** More than a page of a list has. */
const COUNT = 230;

const recorded = (n: number) => ({
  caseId: `case-${n}`,
  appId: 'shop',
  recordedAt: new Date(Date.UTC(2026, 10, 20, 10, 0, n)).toISOString(),
  request: {
    method: 'POST',
    path: `/orders/${n}?a=%20`,
    headers: [
      ['host', 'shop.test'],
      ['content-type', 'application/json'],
      ['authorization', `Bearer secret-token-${n}`],
    ],
    body: `{"n":${n}}`,
  },
  response: { status: 201, headers: [['content-type', 'application/json']], body: `{"n":${n},"text":"ü"}` },
});

describe('replay export', () => {
  test('gives files that import the same requests and responses into another application', async () => {
    const { env, url, folder } = await staged();
    await call(
      url,
      'POST',
      '/api/recorder/cases',
      Array.from({ length: COUNT }, (_, n) => recorded(n)),
    );
    const get = async (path: string) => (await call(url, 'GET', path)).body as Record<string, unknown>; // of the test's service
    const exchangesOf = async (appId: string) => {
      const { items } = (await get(`/api/recorder/apps/${appId}/cases?limit=200`)) as { items: { caseId: string }[] };
      const chosen = await Promise.all(items.map(({ caseId }) => get(`/api/recorder/cases/${caseId}`)));
      return chosen
        .map(({ request, response }) => JSON.stringify([request, response]))
        .filter((line) => /\/orders\/\d0\?/.test(line))
        .sort();
    };
    const before = await exchangesOf('shop');
    expect(before.length).toBeGreaterThan(5);
    const out = join(folder, 'export.har');
    const done = await replay(['export', '--app', 'shop', '--format', 'har', '--out', out, '--json'], env);
    expect({ code: done.code, ...JSON.parse(done.stdout) }, done.stderr).toEqual({
      code: 0,
      exported: COUNT,
      skipped: [],
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const text = readFileSync(out, 'utf8');
    expect(text).not.toContain('secret-token');

    const back = await replay(['import', out, '--app-id', 'copy', '--original-times', '--json'], env);
    expect(JSON.parse(back.stdout), back.stderr).toMatchObject({ accepted: COUNT, duplicates: 0, rejected: [] });
    expect((await exchangesOf('copy')).filter((one) => before.includes(one)).length).toBeGreaterThan(5);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('writes HTTP calls for WireMock by target, which can be imported as requests to it', async () => {
    const { env, url, folder } = await staged();
    const stock = (id: number) => ({
      kind: 'http',
      target: 'inventory:8080',
      operation: 'GET /stock/{id}',
      request: { method: 'GET', path: `/stock/${id}`, headers: [['authorization', 'Bearer secret-token']], body: null },
      response: { status: 200, headers: [['content-type', 'application/json']], body: `{"left":${id}}` },
    });
    const query = { kind: 'database', target: 'db', operation: 'SELECT ?', request: { sql: 'SELECT 1' }, response: {} };
    await call(url, 'POST', '/api/recorder/cases', [
      { ...recorded(1), calls: [stock(1), query] },
      { ...recorded(2), calls: [stock(1), stock(2)] },
    ]);
    const out = join(folder, 'mappings.json');
    const args = ['export', '--app', 'shop', '--format', 'wiremock', '--json', '--out'];
    const done = await replay([...args, out], env);
    const calls = join(folder, 'mappings.calls');
    expect(JSON.parse(done.stdout), done.stderr).toMatchObject({
      exported: 2,
      calls: {
        exported: 2,
        folder: calls,
        targets: ['inventory:8080'],
        skipped: [
          { reason: 'a newer call of the target has the same request', count: 1 },
          { reason: 'not an HTTP call, which WireMock cannot answer', count: 1 },
        ],
      },
    });
    expect(readFileSync(join(calls, 'inventory_8080/mappings/calls.json'), 'utf8')).not.toContain('secret-token');

    const back = await replay(['import', join(calls, 'inventory_8080'), '--app-id', 'inventory', '--json'], env);
    expect(JSON.parse(back.stdout), back.stderr).toMatchObject({ accepted: 2, rejected: [] });
    const { body } = await call(url, 'GET', '/api/recorder/apps/inventory/operations');
    expect(body.items).toMatchObject([{ operation: '/stock/{id}' }]);

    const again = await replay([...args, out], env);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('mappings.calls exists already') });
    const piped = await replay([...args, '-'], env);
    expect(piped.stderr).toContain('2 left out: stdout holds one file');
  });

  test('writes selected cases to stdout, and exits with 2 if there are none', async () => {
    const { env, url } = await staged();
    await call(url, 'POST', '/api/recorder/cases', [recorded(1), { ...recorded(2), operation: '/other' }]);
    const args = ['export', '--app', 'shop', '--format', 'har', '--out', '-'];
    const some = await replay([...args, '--operation', '/other'], env);
    expect(JSON.parse(some.stdout).log.entries).toMatchObject([
      { request: { url: 'http://shop.test/orders/2?a=%20' } },
    ]);
    expect(some.stderr).toContain('1 exported, 0 left out');
    const none = await replay([...args, '--from', '2027-01-01T00:00:00Z'], env);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('0 exported') });
  });
});
