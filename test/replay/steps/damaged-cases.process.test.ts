import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { pageRoutes } from '../../../functions/platform/http/pages/page-routes.ts';
import { problemPage } from '../../../functions/platform/pages-shell/problem.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { DamagedData, damagedItem } from '../../../functions/platform/values/damaged-data.ts';
import type { Key } from '../../../functions/platform/world.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';
import { hostOver } from '../../support/services-for.ts';

const CASES = 5;
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_SETTLE_SECONDS: '0',
  SVC_NOISE_REDUCTION: 'off',
  SVC_LOG_LEVEL: 'SILENT',
  SVC_ADMIN_KEY: ADMIN_KEY,
});
let opened: StandaloneWorld;
let target: Target;
let app: Hono;
/** Rows that the table finds damaged. */
const damaged = new Set<string>();
/** The row that is damaged from the first request on. */
let damagedBySending: string | null = null;
const textOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

beforeAll(async () => {
  target = await openTarget((_, response) => {
    if (damagedBySending !== null) damaged.add(damagedBySending);
    json(response, { price: 1 });
  });
  opened = openStandaloneWorld(config, Date.now, (ms, signal) =>
    ms < 60_000 ? Promise.resolve() : new Promise((_, reject) => signal.addEventListener('abort', reject)),
  );
  const { table } = opened.world;
  const { get, batchGet, query } = table;
  table.get = async (key) => {
    if (damaged.has(textOf(key))) throw new DamagedData(key);
    return get(key);
  };
  table.batchGet = async (keys) => {
    const found = keys.find((key) => damaged.has(textOf(key)));
    if (found) throw new DamagedData(found);
    return batchGet(keys);
  };
  table.query = async (given) => {
    const { items, next } = await query(given);
    return { items: items.map((item) => (damaged.has(textOf(item)) ? damagedItem(item) : item)), next };
  };
  const host = hostOver(opened.world, config);
  app = application({ families: familiesOf(host.routes, config), world: opened.world, callerOf: host.callerOf });
  pageRoutes(app, {
    pages: host.pages,
    assets: [],
    endpoints: host.routes,
    world: opened.world,
    callerOf: host.callerOf,
    problem: problemPage,
  });
});
afterAll(async () => {
  await opened.close();
  await target.close();
  remove();
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await app.request(`http://service${path}`, {
    method,
    headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
}

async function replayed(appId: string): Promise<string> {
  const { body } = await ask('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url });
  const status = async () =>
    (await opened.world.table.get({ pk: `T#default#PLAN#${body.planId}`, sk: 'PLAN' }))?.status;
  await expect.poll(status).toBe('COMPLETED');
  return body.planId;
}

const record = (appId: string) =>
  ask(
    'POST',
    '/api/recorder/cases',
    Array.from({ length: CASES }, (_, index) =>
      recordedGet(appId, `/a/${index}`, { price: 1 }, { operation: '/a', caseId: `${appId}-${index}` }),
    ),
  );

describe.each(['CASE', 'PAYLOAD'])('a case whose row %s is damaged', (sk) => {
  const appId = `app-${sk.toLowerCase()}`;
  const caseId = `${appId}-2`;

  test('is one result without outcome that names it, and the others are replayed', async () => {
    await record(appId);
    damaged.add(textOf({ pk: `T#default#CASE#${caseId}`, sk }));
    const planId = await replayed(appId);
    const { body } = await ask('GET', `/openapi/v1/replay-runs/${planId}`);
    expect(body).toMatchObject({ totalCases: CASES, successCases: CASES - 1, failedCases: 0, verdict: 'FAIL' });
    expect(body.errorMessage).toBe('1 request was not sent: its recording is damaged.');
    const { items } = (await ask('GET', `/api/replays/${planId}/cases?state=NO_RESULT`)).body;
    const one = { caseId, state: 'NO_RESULT', unreadable: true, damaged: 'recording' };
    expect(items).toEqual([expect.objectContaining(one)]);
    expect((await ask('GET', `/api/replays/${planId}/cases/${planId}:2`)).body).toMatchObject(one);
    expect((await ask('GET', `/report/${planId}/cases/2`)).text).toContain('The recording of this request is damaged');
    const list = await ask('GET', `/report/${planId}/cases?state=all`);
    expect(list.text).toContain('Not sent: the recording is damaged');
    expect((await ask('GET', `/report/${planId}`)).text).toContain('its recording is damaged');
  });

  test('is shown as unreadable, and can be deleted', async () => {
    expect(await ask('GET', `/api/recorder/cases/${caseId}`)).toMatchObject({
      status: 410,
      body: { errorCode: 'CASE_UNREADABLE' },
    });
    const page = await ask('GET', `/console/cases/${caseId}`);
    expect([page.status, page.text.includes('cannot be read')]).toEqual([410, true]);
    expect((await ask('DELETE', `/api/recorder/cases/${caseId}`)).status).toBe(200);
  });
});

test('a damaged result is shown as unreadable, and does not count as a result', async () => {
  await record('results');
  const planId = await replayed('results');
  damaged.add(textOf({ pk: `T#default#RESULTS#${planId}#1#0`, sk: '00000001' }));
  const { status, body } = await ask('GET', `/api/replays/${planId}/cases/${planId}:1`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'NO_RESULT', unreadable: true, damaged: 'result', caseId: 'results-1' });
  const page = await ask('GET', `/report/${planId}/cases/1`);
  expect([page.status, page.text.includes('cannot be read')]).toEqual([200, true]);
});

test('a damaged row that all cases need ends the run INTERRUPTED, and requests answer 500 DAMAGED_DATA', async () => {
  await record('settings');
  damagedBySending = textOf({ pk: 'T#default#APP#settings', sk: 'SETTINGS' });
  const planId = await replayed('settings');
  damagedBySending = null;
  const answer = await ask('GET', '/api/apps/settings/settings');
  expect(answer).toMatchObject({ status: 500, body: { errorCode: 'DAMAGED_DATA' } });
  const page = await ask('GET', '/console/apps/settings/settings');
  expect([page.status, page.text.includes('is damaged')]).toEqual([500, true]);
  damaged.clear();
  const run = (await ask('GET', `/openapi/v1/replay-runs/${planId}`)).body;
  expect([run.verdict, run.findings.state, run.findings.scope.requests]).toEqual(['FAIL', 'INTERRUPTED', CASES]);
});
