import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasNoRedis, startRedisServer } from '../support/real-servers/redis.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService, type SentCall, type SentCase } from './support/fake-service.ts';

const PATHS = ['/values', '/transactions', '/errors', '/clients'];

describe.skipIf(hasNoRedis()).each([
  ['redis-4', 'require'],
  ['redis-5', 'require'],
  ['redis', 'import'],
])('the client %s, by %s', (name, load) => {
  let server: RealServer;
  let service: FakeService;
  let recorded: SentCase[] = [];
  let app: AgentProcess;
  const answers: string[] = [];

  const caseOf = (path: string): SentCase => {
    const found = recorded.find(({ request }) => request.path === path);
    if (found === undefined) throw new Error(`${path} was not recorded`);
    return found;
  };

  beforeAll(async () => {
    [server, service] = await Promise.all([startRedisServer(), fakeService()]);
    const env = {
      REDIS_PACKAGE: name,
      LOAD: load,
      REDIS_URL: `redis://127.0.0.1:${server.port}`,
      REPLAY_TARGETS: `cache=127.0.0.1:${server.port}`,
    };
    const options = { app: 'node-redis.mjs', service: service.url, env };
    const recording = await startWithAgent({ ...options, mode: 'record' });
    for (const path of PATHS) {
      const { status, text } = await recording.get(path);
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
      answers.push(text);
    }
    await service.hasCases(PATHS.length);
    await recording.stop();
    await server.stop();
    recorded = service.cases;
    app = await startWithAgent({ ...options, mode: 'replay' });
  });
  afterAll(async () => {
    await app?.stop();
    await service?.close();
    await server?.stop();
  });

  test('records its commands in the shared format, without those of its session', () => {
    const { calls } = caseOf('/values');
    expect(calls.slice(0, 3)).toMatchObject([
      { kind: 'cache', target: 'cache', operation: 'SET', request: { command: 'SET', args: ['text', 'one'] } },
      { operation: 'GET', response: 'one', error: null },
      { operation: 'GET', response: null },
    ]);
    expect(calls[3]?.request).toEqual({ command: 'SET', args: ['bytes', { base64: 'AP+A' }] });
    expect(calls.map(({ operation }) => operation)).not.toContain('PING');
    expect(caseOf('/errors').calls[1]).toMatchObject({
      operation: 'INCR',
      error: expect.stringContaining('ERR value is not an integer or out of range'),
    });
  });

  test('gives recorded answers to concurrent replays while the server is stopped', async () => {
    const all = [...PATHS, ...PATHS];
    const replayed = await Promise.all(
      all.map((path) => app.get(path, { 'x-replay-id': service.begin(caseOf(path)), 'x-replay-mock': 'on' })),
    );
    for (const [at, { text }] of replayed.entries())
      expect(JSON.parse(text)).toEqual(JSON.parse(answers[at % PATHS.length] ?? ''));
    expect(service.reports.flatMap(({ calls }) => calls)).toEqual([]);
    expect(app.output().replace(/listening \d+\n/, '')).toBe('');
  });

  test('reports a call without a recorded answer as a refused connection', async () => {
    const replayId = service.begin({ ...caseOf('/values'), calls: [] });
    const answer = await app.get('/values', { 'x-replay-id': replayId, 'x-replay-mock': 'on' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('connect ECONNREFUSED: no recorded call of cache answers SET');
  });
});

describe.skipIf(hasNoRedis())('a call of redis that passes through', () => {
  test('connects a client that has no real connection yet', async () => {
    const [server, service] = await Promise.all([startRedisServer(), fakeService()]);
    onTestFinished(async () => {
      await Promise.all([service.close(), server.stop()]);
    });
    const env = { REDIS_PACKAGE: 'redis', REDIS_URL: `redis://127.0.0.1:${server.port}` };
    const app = await startWithAgent({ app: 'node-redis.mjs', service: service.url, mode: 'replay', env });
    onTestFinished(() => app.stop());
    const key = 'passed through';
    const set: SentCall = {
      kind: 'cache',
      target: `127.0.0.1:${server.port}`,
      operation: 'SET',
      request: { command: 'SET', args: ['a', 'text'] },
      response: 'OK',
    };
    const message = { method: 'GET', path: '/errors', headers: [], body: null, bodyEncoding: 'utf8' };
    const replayId = service.begin(
      { caseId: key, traceId: key, request: message, response: { ...message, status: 200 }, calls: [set] },
      { onMiss: 'passThrough' },
    );
    // The first command is answered; the others are made for real, where the key of the first does not exist.
    const answer = await app.get('/errors', { 'x-replay-id': replayId, 'x-replay-mock': 'on' });
    expect(JSON.parse(answer.text)).toEqual([
      1,
      expect.objectContaining({ of: 'SimpleError', message: expect.stringContaining('unknown command') }),
      expect.objectContaining({ of: 'SimpleError', message: expect.stringContaining('NOSCRIPT') }),
      ['a', 1],
    ]);
  });
});
