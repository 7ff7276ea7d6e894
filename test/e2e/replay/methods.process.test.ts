import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const stage = serviceAndTarget(({ method }, response) => {
  if (method === 'GET') json(response, { items: 2 });
  else if (method === 'POST') json(response, { error: 'broken' }, 500);
  else json(response, { done: true });
});
const NAMES = ['GET /tasks', 'POST /tasks'];
let planId = '';

const recorded = (method: string, body: unknown, more: Record<string, unknown> = {}) =>
  recordedGet('todo', '/tasks', body, {
    request: { method, path: '/tasks', headers: [], body: null, bodyEncoding: 'utf8' },
    ...more,
  });
const page = async (path: string) =>
  (await fetch(`${stage.service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY } })).text();

beforeAll(async () => {
  const { url } = stage.service;
  await call(url, 'POST', '/api/recorder/cases', [
    recorded('GET', { items: 3 }),
    recorded('GET', { items: 3 }),
    recorded('POST', { items: 1 }),
    recorded('DELETE', { done: true }),
  ]);
  const trigger = { appId: 'todo', targetEnv: stage.target.url };
  planId = (await call(url, 'POST', '/openapi/v1/replay-triggers', trigger)).body.planId;
  await completed(url, planId);
});

describe('the methods of one path that fail differently', () => {
  test('have one entry each in findings, with the method, for one endpoint', async () => {
    const { findings } = await completed(stage.service.url, planId);
    const endpoint = { operationName: '/tasks', totalRequests: 4 };
    const all = (method: string, requests: number) => ({
      method,
      affectedRequests: requests,
      totalRequests: requests,
    });
    expect(findings.needsAction).toEqual([
      {
        kind: 'FIELD_VALUE',
        subjects: ['items'],
        interfaces: [{ ...endpoint, affectedRequests: 2, methods: ['GET'], methodTotals: [all('GET', 2)] }],
        affectedRequests: 2,
        totalRequests: 4,
      },
      {
        kind: 'SERVER_ERROR',
        subjects: ['500'],
        interfaces: [{ ...endpoint, affectedRequests: 1, methods: ['POST'], methodTotals: [all('POST', 1)] }],
        affectedRequests: 1,
        totalRequests: 4,
      },
    ]);
    expect(findings).toMatchObject({
      needsActionInterfaces: 1,
      scope: { interfacesReplayed: 1, endpoints: { replayed: 3 } },
    });
  });

  test('are named in lists of results, which filter by one', async () => {
    const listed = async (query: string) =>
      (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?${query}`)).body.items.map(
        ({ operation, method }: Record<string, string>) => `${method} ${operation}`,
      );
    expect((await listed('')).toSorted()).toEqual(['DELETE /tasks', 'GET /tasks', 'GET /tasks', 'POST /tasks']);
    expect(await listed('method=POST&operation=/tasks')).toEqual(['POST /tasks']);
    expect(await listed('method=PATCH')).toEqual([]);
    const [first] = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?method=POST`)).body.items;
    const one = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${first.planItemId}`);
    expect(one.body).toMatchObject({ method: 'POST', operation: '/tasks' });
  });

  test('are apart in the report: entries, endpoints and failing requests', async () => {
    const html = await page(`/report/${planId}?tab=endpoints`);
    const shown = (method: string) => `<span class="method">${method}</span> <span class="mono">/tasks</span>`;
    for (const method of ['GET', 'POST']) {
      const query = new URLSearchParams({ operation: '/tasks', method }).toString().replace('&', '&amp;');
      expect(html).toContain(`/report/${planId}/cases?${query}">${shown(method)}</a>`);
    }
    expect(html).toContain(`<th scope="row">${shown('DELETE')}</th><td><span class="badge good">`);

    const failing = await page(`/report/${planId}/cases?operation=/tasks&method=POST`);
    expect(failing).toContain('1 failing request');
    const listed = ([method = '', path = '']: string[]) =>
      `title="${path}"><span class="method">${method}</span> <span class="mono">${path}</span></a>`;
    expect(failing).toContain(listed(['POST', '/tasks']));
    expect(failing).not.toContain(listed(['GET', '/tasks']));
    const all = await page(`/report/${planId}/cases?state=all`);
    for (const name of [...NAMES, 'DELETE /tasks']) expect(all).toContain(listed(name.split(' ')));
  });

  test('are apart on the command line: text, JUnit, SARIF and Markdown', async () => {
    const env = { SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY };
    const file = (name: string) => join(stage.service.dataDir, name);
    const reports = ['--junit', file('j.xml'), '--sarif', file('s.json'), '--markdown', file('m.md')];
    const { stdout, code } = await replay(['status', planId, '--wait', ...reports], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FIELD_VALUE +items +GET \/tasks +2 of 2/);
    expect(stdout).toMatch(/SERVER_ERROR +500 +POST \/tasks +1 of 1/);

    const suites = readFileSync(file('j.xml'), 'utf8').matchAll(/<testsuite name="([^"]+)" tests="1" failures="(\d)"/g);
    expect([...suites].map(([, name, failures]) => `${name} ${failures}`)).toEqual([
      'replay 1',
      'DELETE /tasks 0',
      'GET /tasks 1',
      'POST /tasks 1',
    ]);
    const [run] = JSON.parse(readFileSync(file('s.json'), 'utf8')).runs;
    const locations = run.results.map((result: { locations: { logicalLocations: unknown }[] }) => result.locations);
    expect(locations).toEqual(
      NAMES.map((name) => [{ logicalLocations: [{ fullyQualifiedName: name, kind: 'resource' }] }]),
    );
    const markdown = readFileSync(file('m.md'), 'utf8');
    for (const name of NAMES) expect(markdown).toContain(`<code>${name}</code>`);

    const listed = await replay(['cases', 'of', planId, '--method', 'POST'], env);
    expect(listed.stdout).toContain('POST /tasks');
    expect(listed.stdout).not.toContain('GET /tasks');
  });
});

test('endpoints that are named with their method show the method once', async () => {
  const { url } = stage.service;
  await call(url, 'PUT', '/api/apps/named/settings', { operationNaming: 'method-path' });
  const request = { method: 'GET', path: '/tasks', headers: [], body: null, bodyEncoding: 'utf8' };
  await call(url, 'POST', '/api/recorder/cases', [{ ...recordedGet('named', '/tasks', { items: 3 }), request }]);
  const trigger = { appId: 'named', targetEnv: stage.target.url };
  const named = (await call(url, 'POST', '/openapi/v1/replay-triggers', trigger)).body.planId;
  const { findings } = await completed(url, named);
  expect(findings.needsAction[0].interfaces).toMatchObject([{ operationName: 'GET /tasks', methods: ['GET'] }]);
  const html = await page(`/report/${named}?tab=endpoints`);
  expect(html).toContain('<span class="method">GET</span> <span class="mono">/tasks</span>');
  expect(html).not.toMatch(/GET(?:<[^>]+>|\s)+GET/);
});
