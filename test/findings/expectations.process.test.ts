import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let target: Target;

interface Order {
  id: number;
  total: number;
  carrier: string;
  note?: string;
}
const recordedOrder = (id: number): Order => ({ id, total: 10 * id, carrier: `https://c.test/de/parcel?no=${id}` });
/** What the build under test answers in place of the recorded order. */
let build: (order: Order) => object = (order) => order;

beforeAll(async () => {
  target = await openTarget(({ url }, response) => json(response, build(recordedOrder(Number(url.split('/').at(-1))))));
  service = await startProcess({ dataDir, port: await freePort() });
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

const api = (method: string, path: string, body?: unknown, headers = {}) =>
  call(service.url, method, path, body, headers);

async function record(appId: string, ids: readonly number[], at: number): Promise<void> {
  const lines = ids.map((id) =>
    JSON.stringify({
      ...recordedGet(appId, `/orders/${id}`, recordedOrder(id), {
        operation: '/orders/{id}',
        caseId: `${appId}-${id}`,
      }),
      recordedAt: new Date(at).toISOString(),
    }),
  );
  expect((await api('POST', '/api/recorder/cases', lines.join('\n'))).body.accepted).toBe(ids.length);
  await api('POST', '/api/config/schedule/modify/UPDATE', { appId, mainOperations: ['/orders/{id}'] });
}

async function replayed(appId: string): Promise<{ planId: string; run: Run }> {
  const { planId } = (await api('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url })).body;
  await completed(service.url, planId);
  return { planId, run: await poll(planId) };
}

interface Run {
  verdict: string;
  findings: { state: string; needsAction: Entry[]; toReview: Entry[] };
  expected?: number;
  expectedChanges?: { id: string; requests: number; createdBy: string }[];
}
interface Entry {
  kind: string;
  subjects: string[];
}

const poll = async (planId: string): Promise<Run> => (await api('GET', `/openapi/v1/replay-runs/${planId}`)).body;
const kindsOf = ({ findings }: Run) =>
  [...findings.needsAction, ...findings.toReview].map(({ kind, subjects }) => `${kind} ${subjects.join(',')}`);
const expectFinding = (appId: string, planId: string, subject: string, more = {}) =>
  api('POST', `/api/apps/${appId}/expectations`, { planId, finding: { kind: 'FIELD_VALUE', subject }, ...more });

const dearer = (order: Order) => ({ ...order, total: order.total * 1.5 });
const IDS = [2, 4, 6, 8];
const HOUR_MS = 3_600_000;

describe('an expected change', () => {
  test('holds in this and in later runs, and hides no other change', async () => {
    await record('lasting', IDS, Date.now() - HOUR_MS);
    build = dearer;
    const first = await replayed('lasting');
    expect([first.run.findings.state, kindsOf(first.run)]).toEqual(['NEEDS_ACTION', ['FIELD_VALUE total']]);

    const body = { planId: first.planId, finding: { kind: 'FIELD_VALUE', subject: 'total' }, note: 'new price rule' };
    const preview = await api('POST', '/api/apps/lasting/expectations/preview', body);
    expect(preview.status, service.output().slice(-1500)).toBe(200);
    expect([preview.body.after.state, preview.body.after.expectedRequests, preview.body.items[0].covers]).toEqual([
      'CLEAN',
      4,
      4,
    ]);
    expect((await poll(first.planId)).findings.state).toBe('NEEDS_ACTION');

    const added = await api('POST', '/api/apps/lasting/expectations', body);
    expect(added.status).toBe(201);
    expect(added.body.items).toMatchObject([
      {
        operation: '/orders/{id}',
        methods: ['GET'],
        kind: 'FIELD_VALUE',
        subject: 'total',
        change: 'exact',
        covers: 4,
        ended: false,
      },
    ]);
    expect(added.body.items[0].exactly).toBe('× 1.5, rounded to 0 decimals');
    const { id } = added.body.items[0];

    const now = await poll(first.planId);
    expect([now.findings.state, now.verdict, now.expected]).toEqual(['CLEAN', 'FAIL', 4]);
    expect(now.expectedChanges).toMatchObject([{ id, requests: 4, subject: 'total', note: 'new price rule' }]);

    const later = await replayed('lasting');
    expect([later.run.findings.state, later.run.verdict, later.run.expected]).toEqual(['CLEAN', 'PASS', 4]);

    build = (order) => ({ ...dearer(order), carrier: order.carrier.replace('/de/', '/') });
    expect(kindsOf((await replayed('lasting')).run)).toEqual(['FIELD_VALUE carrier']);
    build = (order) => ({ ...order, total: order.id === 4 ? 61 : order.total * 1.5 });
    const other = await replayed('lasting');
    expect([kindsOf(other.run), other.run.expected]).toEqual([['FIELD_VALUE total'], 3]);

    const page = await fetch(`${service.url}/report/${first.planId}/cases/0`, { headers: { 'x-api-key': ADMIN_KEY } });
    const text = await page.text();
    expect(text).toContain('expected until production records it');
    expect(text).not.toContain('ignored by a rule');
    for (const format of ['markdown', 'junit', 'sarif']) {
      const headers = { 'x-api-key': ADMIN_KEY };
      const file = await fetch(`${service.url}/report/${first.planId}/export/${format}`, { headers });
      expect(await file.text(), format).toContain('expected since');
    }
    expect((await api('DELETE', `/api/apps/lasting/expectations/${id}`)).status).toBe(200);
    const after = await poll(later.planId);
    expect([after.findings.state, after.expected]).toEqual(['NEEDS_ACTION', undefined]);
    const { body: audit } = await api('GET', '/api/audit?limit=10');
    expect(audit.items.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining(['expectation.added', 'expectation.removed']),
    );
  });

  test('of a text holds whatever stands around it, and any value for every value', async () => {
    await record('texts', IDS, Date.now() - HOUR_MS);
    build = (order) => ({ ...order, carrier: order.carrier.replace('/de/', '/'), total: order.id });
    const { planId, run } = await replayed('texts');
    expect(kindsOf(run)).toEqual(['FIELD_VALUE carrier,total']);
    expect((await expectFinding('texts', planId, 'carrier')).status).toBe(201);
    const listed = await api('GET', '/api/apps/texts/expectations');
    expect(listed.body.items.map((one: { exactly: string }) => one.exactly)).toEqual([
      '"de/" → ""',
      expect.any(String),
    ]);
    expect((await replayed('texts')).run.findings.state).toBe('CLEAN');
  });

  test('does not hold for what production records later, and ends when nothing older is left', async () => {
    await record('ending', [2, 4], Date.now() - HOUR_MS);
    build = dearer;
    const { planId } = await replayed('ending');
    const { body } = await expectFinding('ending', planId, 'total', { change: 'any' });
    await record('ending', [6], Date.now());
    const { run } = await replayed('ending');
    expect([run.findings.state, run.expected, kindsOf(run)]).toEqual(['NEEDS_ACTION', 2, ['FIELD_VALUE total']]);

    const shown = async () => (await api('GET', `/api/apps/ending/expectations/${body.items[0].id}`)).body;
    expect(await shown()).toMatchObject({
      ended: false,
      endedAt: null,
      covers: 2,
      older: { recordings: 2, pinned: 0 },
    });
    for (const id of [2, 4]) await api('DELETE', `/api/recorder/cases/ending-${id}`);
    expect(await shown()).toMatchObject({ ended: true, older: { recordings: 0, endsAt: null } });
    expect(Date.parse((await shown()).endedAt)).toBeLessThanOrEqual(Date.now());
    // Finished runs stay as they are.
    expect((await poll(planId)).findings.state).toBe('CLEAN');
  });

  test('is refused to those who may not write, for other applications, and for what says nothing of the build', async () => {
    await record('mine', [2], Date.now() - HOUR_MS);
    await record('other', [2], Date.now() - HOUR_MS);
    build = dearer;
    const mine = await replayed('mine');
    const { body: key } = await api('POST', '/api/api-keys', { name: 'reader', scopes: ['read'] });
    const asReader = { 'x-api-key': key.body.key };
    const body = { planId: mine.planId, finding: { kind: 'FIELD_VALUE', subject: 'total' } };
    expect((await api('POST', '/api/apps/mine/expectations', body, asReader)).status).toBe(403);
    expect((await api('POST', '/api/apps/mine/expectations/preview', body, asReader)).status).toBe(403);
    expect((await api('POST', '/api/apps/other/expectations', body)).body.errorCode).toBe('INVALID_QUERY');
    expect((await expectFinding('mine', mine.planId, 'carrier')).body.errorCode).toBe('NO_SUCH_FINDING');
    expect((await api('GET', '/api/apps/mine/expectations')).body.items).toEqual([]);
    await expectFinding('mine', mine.planId, 'total');
    const [seen] = (await api('GET', '/api/apps/mine/expectations', undefined, asReader)).body.items;
    expect(seen.exactly).toBe('the values of its run');
    const removed = (appId: string, headers = {}) =>
      api('DELETE', `/api/apps/${appId}/expectations/${seen.id}`, undefined, headers);
    expect((await removed('mine', asReader)).status).toBe(403);
    expect((await removed('other')).status).toBe(404);
    expect((await api('GET', '/api/apps/mine/expectations')).body.items).toHaveLength(1);
  });
});
