import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const CALLS = 20;
const AGENTS = join(import.meta.dirname, '../../../docs/agents');

let service: RunningService;
let agentKey: string;
const { dataDir, remove } = temporaryDataDir();
const children: ChildProcess[] = [];

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'WARN' } });
  agentKey = (await call(service.url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['agent'] })).body.body.key;
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
  remove();
});

/** A request that reserved stock twenty times, each with another answer. */
const recorded = (appId: string) => ({
  caseId: `case-${appId}`,
  appId,
  recordedAt: new Date(),
  request: { method: 'GET', path: '/reserve' },
  response: { status: 200, headers: [['content-type', 'application/json']], body: '[]' },
  calls: Array.from({ length: CALLS }, (_, n) => ({
    kind: 'http',
    target: 'inventory',
    operation: 'POST /reserve',
    request: {
      method: 'POST',
      path: '/reserve',
      headers: [['content-type', 'application/json']],
      body: '{"sku":"a"}',
      bodyEncoding: 'utf8',
    },
    response: { status: 200, headers: [['content-type', 'application/json']], body: String(n), bodyEncoding: 'utf8' },
  })),
});

const FORGED = `v1 1 ${Date.now()} ${'A'.repeat(43)}`;

/** Replays the case against a server that uses the agent, while the inventory is stopped; what the server answered. */
async function reservedBy(appId: string, command: string, args: string[], env: Record<string, string> = {}) {
  const port = await freePort();
  const inventory = `http://127.0.0.1:${await freePort()}`;
  const own = {
    PORT: String(port),
    INVENTORY: inventory,
    SVC_URL: service.url,
    SVC_TOKEN: agentKey,
    REPLAY_APP: appId,
    REPLAY_WAIT_MS: '5000',
  };
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env, ...own }, stdio: 'inherit' });
  children.push(child);
  const targetEnv = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(targetEnv).then(
      () => true,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
  await call(service.url, 'POST', '/api/recorder/cases', [recorded(appId)]);
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv })).body;
  await completed(service.url, planId);
  // An outsider gets no recorded answer: the inventory is stopped.
  const outsider = { 'x-replay-id': 'a'.repeat(24), 'x-replay-mock': 'on', 'x-replay-signature': FORGED };
  expect(await (await fetch(`${targetEnv}/reserve`, { headers: outsider })).text()).toContain('failed');
  const { body } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
  return JSON.parse(body.replayed.body).sort((a: number, b: number) => a - b);
}

const EVERY_ANSWER = Array.from({ length: CALLS }, (_, n) => n);

describe('the agents of docs/write-your-own-agent.md', () => {
  test.for([
    ['agent.py', 60],
    ['agent.go', 60],
    ['signature.py', 50],
    ['signature.go', 80],
  ] as const)('include %s with at most %s lines', ([name, most]) => {
    const lines = readFileSync(join(AGENTS, name), 'utf8').split('\n');
    expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(most);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'answer twenty equal calls in Python, each by another recording',
    { timeout: 60_000 },
    async () => {
      const app = join(import.meta.dirname, 'app.py');
      const env = { PYTHONPATH: AGENTS, PYTHONDONTWRITEBYTECODE: '1' };
      expect(await reservedBy('python', 'python3', [app], env)).toEqual(EVERY_ANSWER);
    },
  );

  // Where Go is not installed, this is skipped.
  test.skipIf(spawnSync('go', ['version']).status !== 0)(
    'answer twenty equal calls in Go, each by another recording',
    { timeout: 120_000 },
    async () => {
      const binary = join(dataDir, 'agent');
      const env = {
        PATH: process.env.PATH,
        HOME: dataDir,
        GOCACHE: join(dataDir, 'go'),
        GO111MODULE: 'off',
      };
      const sources = [join(AGENTS, 'agent.go'), join(AGENTS, 'signature.go'), join(import.meta.dirname, 'app.go')].map(
        (source) => {
          // The sources of a program are in one folder.
          const copy = join(dataDir, basename(source));
          copyFileSync(source, copy);
          return copy;
        },
      );
      execFileSync('go', ['build', '-o', binary, ...sources], { env });
      expect(await reservedBy('go', binary, [])).toEqual(EVERY_ANSWER);
    },
  );
});
