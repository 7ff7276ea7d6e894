import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, openTarget, type SeenRequest, type Target } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { checkedAnswers, type LoggedAnswer } from './answer-log.ts';

const REPLAYS = 32;
const CALLS = 20;
/** Answers after which the service is killed. */
const KILL_AFTER = 200;
/** Calls of a request that are made before. */
const BEFORE_KILL = 12;

let target: Target;
let service: RunningService;
let agentKey = '';
let log: LoggedAnswer[] = [];
/** Requests that wait until all are under way. */
let waiting: (() => void)[] = [];
let asked = 0;
/** What the service said where it gave no recording. */
const unanswered: string[] = [];
let onAnswer = () => {};
/** The last calls of each request wait for it, so that none has ended when the service is killed. */
let mayEnd: Promise<void> = Promise.resolve();
const { dataDir, remove } = temporaryDataDir();
let port: number;
const start = () => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN' } });

const RESERVE = {
  kind: 'http',
  target: 'inventory',
  operation: 'POST /reserve',
  request: { method: 'POST', path: '/reserve', headers: [], body: '{"sku":"a"}', bodyEncoding: 'utf8' },
};
const reserved = (caseId: string, n: number) => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ caseId, n }),
  bodyEncoding: 'utf8',
});

/** Asks until the service answers, as an agent does while it is away. */
async function match(replayId: string): Promise<LoggedAnswer['answer']> {
  const body = JSON.stringify({ replayId, askId: `ask-${++asked}`, call: RESERVE });
  for (;;) {
    const answer = await fetch(`${service.url}/api/recorder/mocks/match`, {
      method: 'POST',
      headers: { 'x-api-key': agentKey, 'content-type': 'application/json' },
      body,
    })
      .then((response) => response.text())
      // The service is down between its kill and its restart.
      .catch(() => null);
    if (answer !== null) {
      const { matched, response } = JSON.parse(answer);
      if (!matched) unanswered.push(answer);
      return matched ? JSON.parse(response.body) : null;
    }
    await sleep(50);
  }
}

/** The application: it reserves twenty times at once, when all requests are there, and answers with what it got. */
async function application({ url, headers }: SeenRequest): Promise<unknown> {
  const replayId = String(headers['x-replay-id']);
  const caseId = url.slice(1);
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length < REPLAYS) return;
    for (const go of waiting) go();
    waiting = [];
  });
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, at) => {
      if (at >= BEFORE_KILL) await mayEnd;
      const answer = await match(replayId);
      log.push({ replayId, caseId, answer });
      onAnswer();
      return answer;
    }),
  );
  return answers.map((answer) => answer?.n ?? null).sort((a, b) => Number(a) - Number(b));
}

beforeAll(async () => {
  port = await freePort();
  target = await openTarget(async (request, response) => json(response, await application(request)));
  service = await start();
  const recordedAt = new Date();
  const cases = Array.from({ length: REPLAYS }, (_, at) => ({
    caseId: `case-${at}`,
    appId: 'shop',
    recordedAt,
    request: { method: 'GET', path: `/case-${at}` },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(Array.from({ length: CALLS }, (_item, n) => n)),
    },
    calls: Array.from({ length: CALLS }, (_item, n) => ({ ...RESERVE, response: reserved(`case-${at}`, n) })),
  }));
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(REPLAYS);
  // Requests wait for all others, and for a service that starts again: a busy machine takes longer than the default.
  const replay = { concurrency: REPLAYS, maxQps: 10_000, timeoutMs: 100_000 };
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay });
  agentKey = (await call(service.url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['agent'] })).body.body.key;
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

async function replayed() {
  const body = { appId: 'shop', targetEnv: target.url };
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  return planId;
}

test(`${REPLAYS} concurrent replays with ${CALLS} equal calls each get another recording for every call`, {
  timeout: 60_000,
}, async () => {
  log = [];
  const run = await completed(service.url, await replayed());
  expect(run).toMatchObject({ totalCases: REPLAYS, successCases: REPLAYS });
  expect(log).toHaveLength(REPLAYS * CALLS);
  expect([...checkedAnswers(log, CALLS), ...unanswered]).toEqual([]);
});

test('concurrent replays get another recording for every call after a SIGKILL of the service and a restart', {
  timeout: 120_000,
}, async () => {
  log = [];
  const enough = new Promise<void>((resolve) => {
    onAnswer = () => log.length >= KILL_AFTER && resolve();
  });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  mayEnd = promise;
  const planId = await replayed();
  await enough;
  await service.kill();
  expect(log.length).toBeLessThan(REPLAYS * CALLS);
  end();
  service = await start();
  const run = await completed(service.url, planId);
  expect(run).toMatchObject({ totalCases: REPLAYS, successCases: REPLAYS });
  // Requests that were under way are sent again as replays of their own.
  expect([...checkedAnswers(log, CALLS), ...unanswered]).toEqual([]);
  const whole = Map.groupBy(log, ({ replayId }) => replayId);
  expect(whole.size).toBeGreaterThan(REPLAYS);
  expect([...whole.values()].every((answers) => answers.length === CALLS)).toBe(true);
});
