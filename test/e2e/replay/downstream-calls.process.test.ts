import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { openInventory, openShop, type ShopBuild } from '../../support/fakes/calling-shop.ts';
import type { Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';

const ORDERS = 12;
/** Four of the stock, and one of the audit. */
const CALLS = ORDERS * 5;
const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let inventory: Target;
let inventoryUrl: string;
const shops: Target[] = [];

const ask = async (method: string, path: string, body: unknown) => {
  const { status, body: answer } = await call(service.url, method, path, body);
  return { status, body: answer };
};

async function shop(build: ShopBuild, record?: Parameters<typeof openShop>[0]['record']): Promise<string> {
  const opened = await openShop({ inventoryUrl, ask, build, ...(record && { record }) });
  shops.push(opened);
  return opened.url;
}

async function replayed(build: ShopBuild, change: Record<string, unknown> = {}) {
  const trigger = { appId: 'shop', targetEnv: await shop(build), ...change };
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  const { findings } = await completed(service.url, planId);
  const { body: plan } = await call(service.url, 'GET', `/api/replays/${planId}`);
  const report = await (await fetch(`${service.url}/report/${planId}?tab=details`)).text();
  const [, facts = ''] = /<dt>Calls<\/dt><dd>([^<]*)/.exec(report) ?? [];
  return { planId, findings, plan, facts };
}

/** What `replay status` prints of a run. */
async function statusOf(planId: string): Promise<string[]> {
  const env = { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, HOME: dataDir };
  return (await replay(['status', planId], env)).stdout.split('\n');
}

const entriesOf = (entries: { kind: string; subjects: string[]; affectedRequests: number }[]) =>
  entries.map(({ kind, subjects, affectedRequests }) => `${kind} ${subjects.join(', ')}: ${affectedRequests}`);

/** The first request of a run, with its calls. */
async function firstOf(planId: string) {
  const { body } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
  const page = await (await fetch(`${service.url}/report/${planId}/cases/0`)).text();
  const [, section = ''] = page.split('id="calls"');
  return { result: body, section: section.split('</section>')[0] ?? '' };
}

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
  inventory = await openInventory();
  inventoryUrl = inventory.url;
  const cases: unknown[] = [];
  const url = await shop({}, ({ request, answer, calls, at }) =>
    cases.push({
      appId: 'shop',
      operation: '/orders/{id}',
      recordedAt: new Date(at).toISOString(),
      request: { method: request.method, path: request.url, headers: [], body: null },
      response: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body: JSON.stringify(answer),
        bodyEncoding: 'utf8',
      },
      calls,
    }),
  );
  for (let order = 0; order < ORDERS; order++) await fetch(`${url}/orders/${order}`);
  const accepted = await call(service.url, 'POST', '/api/recorder/cases', cases);
  expect(accepted.body).toMatchObject({ accepted: ORDERS, rejected: [] });
  await call(service.url, 'POST', '/api/config/schedule/modify/UPDATE', {
    appId: 'shop',
    mainOperations: ['/orders/{id}'],
  });
  await inventory.close();
});

afterAll(async () => {
  await service.stop();
  await Promise.all(shops.map((one) => one.close()));
  remove();
});

describe('a replay whose downstream is down', () => {
  test('is CLEAN for an unchanged build, and says that recordings answered', async () => {
    const { planId, findings, plan, facts } = await replayed({});
    expect(findings).toMatchObject({ state: 'CLEAN', needsAction: [], toReview: [] });
    expect(plan.calls).toEqual({
      state: 'answered',
      requests: { answered: ORDERS, real: 0, mixed: 0, notAsked: 0 },
      answered: CALLS,
      real: 0,
      byDefault: 0,
      unanswered: 0,
      mockMisses: 0,
    });
    expect(facts).toBe(`answered from recordings: ${CALLS} calls`);

    const { result, section } = await firstOf(planId);
    expect(result).toMatchObject({ state: 'PASSED', callsState: 'answered', differences: [] });
    expect(result.calls.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill('SAME'));
    expect(result.calls[4]).toMatchObject({
      recorded: { index: 4, operation: 'POST /audit', request: { method: 'POST' }, response: { status: 200 } },
      made: { answeredBy: 'recording', strategy: expect.any(String), recorded: 4, response: null },
    });
    expect(section.match(/>Matched</g)).toHaveLength(5);
    expect(section).toContain('Answered from recordings: 5 calls');
    expect(await statusOf(planId)).toContain(`downstream calls: ${facts}`);
  });

  test('sends one request at a time where calls belong to the only request in progress', async () => {
    const settings = { mocks: { correlation: 'single' } };
    expect((await call(service.url, 'PUT', '/api/apps/shop/settings', settings)).status).toBe(200);
    const { planId, findings, plan } = await replayed({});
    await call(service.url, 'PUT', '/api/apps/shop/settings', { mocks: { correlation: 'headers' } });
    expect(findings.state).toBe('CLEAN');
    expect(plan.load.concurrency).toBe(1);
    const report = await (await fetch(`${service.url}/report/${planId}?tab=details`)).text();
    expect(report).toContain('one at a time, because downstream calls belong to the only request in progress');
  });

  test.for<[string, ShopBuild, ShopBuild, string[]]>([
    ['is CLEAN if both builds make one call fewer', { skipsAudit: true }, { skipsAudit: true }, []],
    [
      'has one call fewer than the running build',
      {},
      { skipsAudit: true },
      [`FEWER_CALLS inventory POST /audit: ${ORDERS}`],
    ],
    [
      'has one call more than the running build',
      { skipsAudit: true },
      {},
      [`MORE_CALLS inventory POST /audit: ${ORDERS}`],
    ],
    [
      'sends another value than the running build',
      { quantity: 2 },
      { quantity: 3 },
      [`CALL_PARAMETERS inventory POST /audit body.quantity: ${ORDERS}`],
    ],
  ])('beside a running build %s', async ([, running, build, found]) => {
    const { planId, findings } = await replayed(build, { baselineEnv: await shop(running) });
    expect(entriesOf([...findings.needsAction, ...findings.toReview])).toEqual(found);
    const { result } = await firstOf(planId);
    if (running.quantity) expect(result.differences).toMatchObject([{ recorded: '2', replayed: '3' }]);
    if (running.skipsAudit)
      expect(findings.dataMoved.fields).toMatchObject([{ kind: 'FEWER_CALLS', requests: ORDERS }]);
  });

  test('has exactly one finding for a build that makes one call fewer', async () => {
    const { planId, findings, plan } = await replayed({ skipsAudit: true });
    expect(findings.state).toBe('NEEDS_ACTION');
    expect(entriesOf(findings.needsAction)).toEqual([`FEWER_CALLS inventory POST /audit: ${ORDERS}`]);
    expect(findings.toReview).toEqual([]);
    expect(plan.calls).toMatchObject({ state: 'answered', answered: CALLS - ORDERS, mockMisses: 0 });
    const { result, section } = await firstOf(planId);
    expect(result.differences).toMatchObject([
      { kind: 'FEWER_CALLS', group: 'needsAction', call: { target: 'inventory', recorded: 4, made: null } },
    ]);
    expect(section).toContain('Missing');

    const listed = await call(service.url, 'GET', `/api/replays/${planId}/cases?kind=FEWER_CALLS`);
    expect(listed.body.items).toHaveLength(ORDERS);
    const rule = { kind: 'ignore', target: 'inventory', path: '$' };
    const preview = await call(service.url, 'POST', `/api/apps/shop/compare-rules/preview?planId=${planId}`, rule);
    expect(preview.body).toMatchObject({ after: { state: 'CLEAN' } });
  });

  test('has exactly one finding for a build with a changed parameter, which a rule ignores', async () => {
    const { planId, findings } = await replayed({ quantity: 2 });
    expect(findings.state).toBe('REVIEW_ONLY');
    expect(entriesOf(findings.toReview)).toEqual([`CALL_PARAMETERS inventory POST /audit body.quantity: ${ORDERS}`]);
    const { result, section } = await firstOf(planId);
    expect(result.differences).toMatchObject([{ recorded: '1', replayed: '2', call: { field: 'body.quantity' } }]);
    expect(section).toContain('Parameters changed');

    const rule = { kind: 'ignore', target: 'http', path: 'body.quantity', operation: '/orders/{id}' };
    const added = await call(service.url, 'POST', '/api/apps/shop/compare-rules', rule);
    expect(added.status).toBe(201);
    const { body: again } = await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
    expect(again.findings.state).toBe('CLEAN');
    await call(service.url, 'DELETE', `/api/apps/shop/compare-rules/${added.body.ruleId}`);
  });

  test('says for another call of a build which it is, why it has no answer, and what helps', async () => {
    const { planId, findings, plan, facts } = await replayed({ reserves: true });
    expect(findings.state).toBe('NEEDS_ACTION');
    expect(entriesOf(findings.needsAction)).toEqual([`SERVER_ERROR 502: ${ORDERS}`]);
    const { result, section } = await firstOf(planId);
    expect(result).toMatchObject({ kinds: ['MORE_CALLS', 'SERVER_ERROR'], callsState: 'mixed' });
    expect(result.calls.at(-1)).toMatchObject({
      state: 'NOT_RECORDED',
      recorded: null,
      made: { operation: 'POST /reservations', answeredBy: 'nothing', reason: 'NO_MATCH' },
    });
    expect(section).toContain('not answered: no recorded call matches');
    expect(plan.calls).toMatchObject({ state: 'mixed', answered: CALLS, unanswered: ORDERS, mockMisses: ORDERS });
    expect(facts).toBe(`${CALLS} calls answered from recordings, ${ORDERS} calls not answered`);
    expect(plan.hints).toMatchObject([
      { code: 'CALLS_NOT_ANSWERED', setting: 'mocks.onMiss', interfaces: 1, requests: ORDERS },
    ]);
    const settings = await (await fetch(`${service.url}/console/apps/shop/settings/mocks`)).text();
    expect(settings).toContain(`<td class="number" data-label="Recorded calls">${CALLS}</td>`);
    expect(settings).toContain(`<a href="/report/${planId}">${ORDERS}</a>`);
  });
});

describe('a replay whose downstream answers', () => {
  beforeAll(async () => {
    inventory = await openInventory();
    inventoryUrl = inventory.url;
  });
  afterAll(() => inventory.close());

  test('makes its calls for real if mocking is off, and compares them', async () => {
    const off = { enableMock: false };
    const { planId, plan, facts } = await replayed({ quantity: 3 }, off);
    expect(plan.calls).toMatchObject({ state: 'real', real: CALLS, answered: 0, mockMisses: 0 });
    expect(facts).toBe(`made for real: ${CALLS} calls`);
    const { result } = await firstOf(planId);
    expect(result.calls[4].made).toMatchObject({ answeredBy: 'target', response: { body: '{"ok":true}' } });
    expect(result.differences.filter(({ kind }: { kind: string }) => kind === 'CALL_PARAMETERS')).toMatchObject([
      { subject: 'inventory POST /audit body.quantity' },
    ]);
    expect(inventory.seen).toHaveLength(CALLS);
  });

  test('says that nothing asked where there is no agent', async () => {
    const { planId, findings, plan, facts } = await replayed({ hasNoAgent: true });
    expect(facts).toBe('not asked: neither an agent nor a proxy was connected');
    expect(await statusOf(planId)).toContain(`downstream calls: ${facts}`);
    expect(plan.calls).toMatchObject({ state: 'not asked', requests: { notAsked: ORDERS }, mockMisses: 0 });
    expect([...findings.needsAction, ...findings.toReview].map(({ kind }) => kind)).not.toContain('FEWER_CALLS');
    const { result, section } = await firstOf(planId);
    expect(result).toMatchObject({ callsState: 'not asked', calls: [] });
    expect(section).toContain('Not asked');
    expect(section).not.toContain('Recording');
  });
});
