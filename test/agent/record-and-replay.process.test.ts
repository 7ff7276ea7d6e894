import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type Downstreams, startDownstreams } from './support/downstreams.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';

interface Asked {
  method: 'GET' | 'POST';
  path: string;
}

let downstreams: Downstreams;
beforeAll(async () => {
  downstreams = await startDownstreams();
});
afterAll(() => downstreams?.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

async function ask(app: AgentProcess, { method, path }: Asked, headers: Record<string, string> = {}) {
  const answer =
    method === 'GET' ? await app.get(path, headers) : await app.post(path, '{"total":3}', { ...JSON_TYPE, ...headers });
  return { status: answer.status, text: answer.text };
}

describe.each<[app: string, requests: Asked[]]>([
  [
    'shop.cjs',
    [
      { method: 'GET', path: '/orders/1' },
      { method: 'POST', path: '/orders' },
      { method: 'GET', path: '/errors' },
      { method: 'GET', path: '/callbacks' },
      { method: 'GET', path: '/disposed' },
      { method: 'GET', path: '/quiet' },
    ],
  ],
  [
    'shop-esm.mjs',
    [
      { method: 'GET', path: '/orders/2' },
      { method: 'POST', path: '/orders' },
    ],
  ],
])('%s under the agent', (app, requests) => {
  let service: FakeService;
  const answers: { status: number; text: string }[] = [];
  let recorded: SentCase[] = [];
  let replaying: AgentProcess;

  const caseOf = ({ method, path }: Asked): SentCase => {
    const found = recorded.find(({ request }) => request.method === method && request.path === path);
    if (found === undefined) throw new Error(`${method} ${path} was not recorded`);
    return found;
  };

  beforeAll(async () => {
    service = await fakeService();
    const recording = await startWithAgent({ app, service: service.url, mode: 'record', env: downstreams.env });
    for (const request of requests) answers.push(await ask(recording, request));
    await service.hasCases(requests.length);
    await recording.stop();
    recorded = service.cases;
    replaying = await startWithAgent({ app, service: service.url, mode: 'replay', env: downstreams.stoppedEnv });
  });
  afterAll(async () => {
    await replaying?.stop();
    await service?.close();
  });

  test('records requests, responses and calls in the shared formats', () => {
    const made = caseOf({ method: 'POST', path: '/orders' });
    expect(made.request).toMatchObject({ body: '{"total":3}', bodyEncoding: 'utf8' });
    expect(made.response).toMatchObject({ status: 201, body: answers[1]?.text });
    expect(made.calls[0]).toMatchObject({
      kind: 'database',
      target: 'db',
      operation: expect.stringMatching(/^insert into orders/),
      request: { sql: expect.stringMatching(/^INSERT/), parameters: expect.arrayContaining(['3']) },
      response: {
        command: 'INSERT',
        rowCount: 1,
        rows: [expect.objectContaining({ id: expect.stringMatching(/^\d+$/) })],
      },
      error: null,
    });
    // BEGIN and COMMIT are not calls.
    expect(made.calls.filter(({ kind }) => kind === 'database')).toHaveLength(1);
    const read = caseOf(requests[0] ?? { method: 'GET', path: '/' });
    expect(read.calls.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['http', 'database', 'cache']));
    const http = read.calls.find(({ kind }) => kind === 'http');
    expect(http).toMatchObject({
      operation: 'GET /stock/{id}',
      target: 'inventory',
      response: {
        status: 200,
        bodyEncoding: 'utf8',
        headers: expect.arrayContaining([['content-type', 'application/json']]),
      },
    });
  });

  test('gives recorded answers to concurrent replays while database, cache and service are stopped', async () => {
    const all = Array.from({ length: 8 }, () => requests).flat();
    const replayed = await Promise.all(
      all.map((request) =>
        ask(replaying, request, { 'x-replay-id': service.begin(caseOf(request)), 'x-replay-mock': 'on' }),
      ),
    );
    expect(replayed).toEqual(all.map((request) => answers[requests.indexOf(request)]));
    // An empty report says that an agent was there.
    expect(service.reports).toHaveLength(all.length);
    expect(service.reports.flatMap(({ calls }) => calls)).toEqual([]);
    expect(replaying.output().replace(/listening \d+\n/, '')).toBe('');
  });
});

describe('an application in a replay', () => {
  let service: FakeService;
  let app: AgentProcess;
  let read: SentCase;

  beforeAll(async () => {
    service = await fakeService();
    app = await startWithAgent({ app: 'shop-esm.mjs', service: service.url, mode: 'both', env: downstreams.env });
    await app.get('/orders/1');
    await service.hasCases(1);
    const [only] = service.cases;
    if (!only) throw new Error('nothing was recorded');
    read = only;
  });
  afterAll(async () => {
    await app?.stop();
    await service?.close();
  });

  test('makes its calls with mocking off, and reports them before the response ends', async () => {
    const before = downstreams.received.length;
    const replayId = service.begin(read, { enableMock: false });
    await app.get('/orders/1', { 'x-replay-id': replayId, 'x-replay-mock': 'off' });
    const report = service.reports.find((one) => one.replayId === replayId);
    expect(report?.calls.map(({ kind, operation }) => `${kind} ${operation}`).sort()).toEqual(
      read.calls.map(({ kind, operation }) => `${kind} ${operation}`).sort(),
    );
    expect(downstreams.received.length).toBe(before + 2);
    expect(service.cases).toHaveLength(1);
  });

  test('gets a refused connection for a miss, with an error that names the call', async () => {
    const replayId = service.begin({ ...read, calls: [] });
    const before = downstreams.received.length;
    const answer = await app.get('/orders/1', { 'x-replay-id': replayId, 'x-replay-mock': 'on' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('connect ECONNREFUSED: no recorded call of db answers select');
    expect(downstreams.received.length).toBe(before);
  });

  test('makes a call for real if its miss passes through', async () => {
    const replayId = service.begin({ ...read, calls: [] }, { onMiss: 'passThrough' });
    const before = downstreams.received.length;
    const answer = await app.get('/orders/1', { 'x-replay-id': replayId, 'x-replay-mock': 'on' });
    expect(answer.status).toBe(200);
    expect(downstreams.received.length).toBe(before + 2);
  });

  test('serves a request of an unknown replay as any other, and does not record it', async () => {
    const answer = await app.get('/orders/1', { 'x-replay-id': 'f'.repeat(24), 'x-replay-mock': 'on' });
    expect(answer.status).toBe(200);
    expect(service.cases).toHaveLength(1);
  });
});
