import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { PATIENCE } from '../support/patience.ts';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function stage(env: Record<string, string>, mode: 'record' | 'both' = 'record') {
  const service: FakeService = await fakeService();
  cleanUps.push(() => service.close());
  const app: AgentProcess = await startWithAgent({ app: 'plain.mjs', service: service.url, mode, env });
  cleanUps.push(() => app.stop());
  return { service, app };
}

const CREDENTIALS = { authorization: 'Bearer planted-token', 'x-plain': 'seen', 'x-customer': 'planted-customer' };

const spooledIn = (folder: string): string =>
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');

describe('cases recorded by the agent', () => {
  test('wait on disk, sealed, while the service is away, and arrive once when it is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-spool-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const { service, app } = await stage({ REPLAY_SPOOL_DIR: folder, REPLAY_REDACT: 'x-customer' });
    await app.get('/first');
    await service.hasCases(1);
    service.failWith(503);
    const answers = await Promise.all([1, 2, 3].map((id) => app.get(`/a/${id}`, CREDENTIALS)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => spooledIn(folder).split('\n').filter(Boolean).length).toBe(3);
    const spooled = spooledIn(folder);
    expect(spooled).toContain('"sealedKey"');
    expect(spooled).toContain('seen');
    expect(spooled).not.toMatch(/planted/);
    service.failWith(null);
    await service.hasCases(4);
    expect(service.cases.map(({ request }) => request.path).sort()).toEqual(['/a/1', '/a/2', '/a/3', '/first']);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(app.output()).toBe(
      `${app.output().split('\n', 1)[0]}\nreplay agent: the service does not take cases; they wait\n`,
    );
  });

  test('wait on disk, sealed, as soon as the service gives its key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-spool-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const service = await fakeService();
    cleanUps.push(() => service.close());
    service.failWith(503);
    const env = { REPLAY_SPOOL_DIR: folder };
    const app = await startWithAgent({ app: 'plain.mjs', service: service.url, mode: 'record', env });
    cleanUps.push(() => app.stop());
    await app.get('/first', CREDENTIALS);
    await expect.poll(() => app.output()).toContain('the service does not take cases; they wait');
    expect(readdirSync(folder)).toEqual([]);
    service.failWith(503, '/api/recorder/cases');
    await expect.poll(() => spooledIn(folder).split('\n').filter(Boolean).length, PATIENCE).toBe(1);
    expect(spooledIn(folder)).not.toContain('planted-token');
    service.failWith(null);
    await service.hasCases(1);
  });

  test('are sent before a signal ends an application that does not listen to it', async () => {
    const { service, app } = await stage({});
    await app.get('/first');
    await app.stop('SIGTERM');
    await service.hasCases(1);
    expect(service.cases[0]?.request.path).toBe('/first');
  });

  test('are sent before an application ends that exits at once', async () => {
    const { service, app } = await stage({});
    // The application may exit before its response arrives.
    await app.get('/last', CREDENTIALS).catch(() => null);
    await service.hasCases(1);
    expect(service.cases[0]?.request.path).toBe('/last');
    // The service seals what arrives without a seal key.
    expect(JSON.stringify(service.cases[0])).toContain('planted-token');
  });
});

/** The priorities of the threads of a process, the first thread first. */
const nicenesses = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe('the thread that delivers cases', () => {
  test.runIf(process.platform === 'linux')('has a lower priority than the threads of the application', async () => {
    const { service, app } = await stage({});
    await app.get('/first');
    await service.hasCases(1);
    const [first, ...others] = nicenesses(app.pid ?? 0);
    expect(first).toBe(0);
    expect(others.filter((nice) => nice !== 0)).toEqual([10]);
  });
});

const NO_CALLS = { caseId: 'case-1', calls: [] } as unknown as SentCase; // nothing else of it matters

describe('a replay whose service goes away', () => {
  test.for<[onAway: string, answer: string]>([
    ['fail', 'ECONNREFUSED'],
    ['passThrough', '404'],
  ])('ends its calls, with REPLAY_ON_AWAY=%s, with %s, and the agent logs one line', async ([onAway, expected]) => {
    const { service, app } = await stage({ REPLAY_ON_AWAY: onAway }, 'both');
    service.failWith(503, /\/mocks\//);
    const target = await fakeService();
    cleanUps.push(() => target.close());
    const other = await startWithAgent({
      app: 'plain.mjs',
      service: service.url,
      mode: 'replay',
      env: { REPLAY_ON_AWAY: onAway, TARGET_URL: target.url },
    });
    cleanUps.push(() => other.stop());
    const replayIds = [1, 2, 3].map(() => service.begin(NO_CALLS));
    const answers = await Promise.all(replayIds.map((id) => other.get('/call', { 'x-replay-id': id })));
    expect(answers.map(({ text }) => text)).toEqual([expected, expected, expected]);
    expect(other.output().match(/the service does not answer/g)).toHaveLength(1);
    expect(app.output()).toMatch(/^listening \d+\n$/);
  });
});

describe('an agent without usable settings', () => {
  test('logs that it cannot read the file of REPLAY_SEAL_KEY, and lets the application run', async () => {
    const { app } = await stage({ REPLAY_SEAL_KEY: '/none/recording.jwk' });
    expect((await app.get('/')).status).toBe(200);
    const line = 'replay agent: REPLAY_SEAL_KEY cannot be read (ENOENT); nothing is recorded\n';
    await expect.poll(() => app.output(), PATIENCE).toContain(line);
    expect(app.output()).not.toContain('the thread that sends cases failed');
  });

  test('logs in one line why it did not start, and lets the application run', async () => {
    const { app } = await stage({ REPLAY_MODE: 'sometimes' });
    expect((await app.get('/')).status).toBe(200);
    expect(app.output()).toContain('replay agent: not started: REPLAY_MODE must be one of record, replay, both\n');
  });
});
