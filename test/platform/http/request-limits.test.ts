import { describe, expect, test } from 'vitest';
import {
  bodyBytes,
  consoleErrors,
  type ErrorShape,
  JSON_BODY,
  ok,
  openApiErrors,
  plainErrors,
  RECORDER_BODY,
  type Route,
} from '../../../functions/platform/http/api.ts';
import { type ApplicationOptions, application } from '../../../functions/platform/http/application.ts';
import { bodyLimits } from '../../../functions/platform/http/bodies/body-room.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { problemErrors } from '../../../functions/platform/http/problem.ts';
import { requestLimits } from '../../../functions/platform/http/request-limits.ts';
import { refuse } from '../../../functions/platform/result.ts';
import { runRate } from '../../../functions/platform/run-rate.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { triggerReplay } from '../../../functions/replay/api/trigger-replay.ts';
import { silentLog } from '../../contracts/silent-log.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const MIB = 1024 * 1024;
const doc = { id: 'route', tag: 'Runs', summary: 'a route', responses: {} } as const;

const route = (path: string, errors: ErrorShape, more: Partial<Route> = {}): Route => ({
  method: 'POST',
  path,
  scope: 'write',
  body: JSON_BODY,
  errors,
  doc,
  answer: async () => ok({ done: true }),
  ...more,
});

// A refused trigger uses the settings of the service alone.
const NO_SERVICES = { config: { openApiToken: null } } as Parameters<typeof triggerReplay.answer>[1];

/** An application with small quotas, for callers whose tenant is their key. */
function limited(routes: Route[], more: Partial<ApplicationOptions> = {}, storedBytesPerDay = 40 * MIB) {
  const clock = { now: NOON };
  const now = () => clock.now;
  const table = openTable(':memory:', now);
  const config = { quotas: { triggersPerSecond: 20, storedBytesPerDay, testSendsPerMinute: 30 } };
  const names = { publicUrl: 'http://localhost', allowedHosts: [] };
  const started = () =>
    application({
      families: familiesOf(routes, { openApi: true, openApiToken: null, ...names }),
      world: { now, newId: () => 'f'.repeat(32), log: silentLog },
      callerOf: async (headers) => ({ tenant: headers.get('x-api-key') ?? 'a', name: 'test', scopes: ['write'] }),
      limits: requestLimits({ world: { table, now }, config, runs: runRate({ elapsed: now }, config) }),
      ...more,
    });
  let app = started();
  return {
    clock,
    restart() {
      app = started();
    },
    async ask(
      path: string,
      body: string | Uint8Array<ArrayBuffer> | ReadableStream = '{}',
      headers: Record<string, string> = {},
    ) {
      const init = {
        method: 'POST',
        body,
        headers,
        ...(body instanceof ReadableStream && { duplex: 'half' as const }),
      };
      const answer = await app.request(path, init);
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        answer,
        body: await answer.json(),
      };
    },
  };
}

describe('triggers (SVC_TRIGGERS_PER_SECOND)', () => {
  const starts = { startsRun: true } as const;
  const routes = [
    route('/openapi/v1/replay-triggers', openApiErrors, { ...starts, scope: null }),
    route('/api/createPlan', consoleErrors, starts),
    route('/api/replays/{planId}/rerun', plainErrors, starts),
    route('/api/other', plainErrors),
  ];

  test('are limited to 20 a second and 40 at once, counted together and by tenant', async () => {
    const { clock, ask } = limited(routes);
    const statuses = async (count: number, path = '/openapi/v1/replay-triggers', tenant = 'default') => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask(path, '{}', { 'x-api-key': tenant })));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await statuses(30)).toBe(30);
    expect(await statuses(20, '/api/createPlan')).toBe(10);
    expect(await statuses(5, '/api/replays/x/rerun')).toBe(0);
    expect(await statuses(50, '/api/createPlan', 'other')).toBe(40);
    expect(await statuses(50, '/api/other')).toBe(50);
    clock.now += 500;
    expect(await statuses(50)).toBe(10);
    clock.now += 60_000;
    expect(await statuses(50)).toBe(40);
  });

  test.for<[string, object]>([
    ['/openapi/v1/replay-triggers', { errorCode: 'TOO_MANY_REQUESTS', errorMessage: expect.any(String) }],
    ['/api/replays/x/rerun', { errorCode: 'TOO_MANY_REQUESTS', errorMessage: expect.any(String) }],
    ['/api/createPlan', { responseStatusType: { responseCode: 1, responseDesc: expect.any(String), timestamp: NOON } }],
  ])('are refused at %s in the form of their family, with Retry-After', async ([path, body]) => {
    const { ask } = limited(routes);
    const tenant = { 'x-api-key': 'default' };
    for (let count = 0; count < 40; count++) await ask(path, '{}', tenant);
    expect(await ask(path, '{}', tenant)).toMatchObject({ status: 429, retryAfter: '1', body });
  });
});

describe('the bytes of a day (SVC_STORED_MIB_PER_DAY)', () => {
  const routes = [
    route('/api/recorder/cases', plainErrors, { body: RECORDER_BODY, storedBytes: bodyBytes }),
    route('/api/v1/eval/artifacts', problemErrors, { storedBytes: ({ body }) => Number(body.size_bytes) }),
  ];
  const part = new Uint8Array(5 * MIB);

  test('are limited again each day, for each tenant', async () => {
    const { clock, ask } = limited(routes);
    for (let count = 0; count < 8; count++) expect((await ask('/api/recorder/cases', part)).status).toBe(200);
    expect(await ask('/api/recorder/cases', 'x')).toMatchObject({
      status: 429,
      retryAfter: String(12 * 3600),
      body: { errorCode: 'TOO_MANY_REQUESTS', errorMessage: 'the daily limit of stored bytes is reached' },
    });
    expect((await ask('/api/recorder/cases', part, { 'x-api-key': 'other' })).status).toBe(200);
    clock.now += 12 * 3_600_000;
    expect((await ask('/api/recorder/cases', part)).status).toBe(200);
  });

  test('are limited the same for concurrent requests', async () => {
    const { ask } = limited(routes);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/api/recorder/cases', part)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
  });

  test('are not increased by a restart, which costs at most 16 MiB', async () => {
    const { ask, restart } = limited(routes);
    expect((await ask('/api/recorder/cases', part)).status).toBe(200);
    restart();
    let more = 0;
    while ((await ask('/api/recorder/cases', part)).status === 200) more++;
    // Of 40 MiB, 16 went to the first process, which used 5.
    expect(more).toBe(4);
  });

  test('count an upload when it is announced, and are refused as a problem', async () => {
    const { ask } = limited(routes);
    const announce = (size: number) => ask('/api/v1/eval/artifacts', JSON.stringify({ size_bytes: size }));
    expect((await announce(40 * MIB)).status).toBe(200);
    expect(await announce(1)).toMatchObject({
      status: 429,
      retryAfter: String(12 * 3600),
      body: { code: 'rate_limited', status: 429, retryable: true },
    });
  });
});

describe('the bytes of triggers', () => {
  const attributes = (bytes: number) => JSON.stringify({ attributes: { a: 'x'.repeat(bytes) } });
  const recording = route('/api/recorder/cases', plainErrors, {
    body: RECORDER_BODY,
    storedBytes: bodyBytes,
    scope: null,
  });

  test.for<[what: string, sent: string, isRefused: boolean, recorded: number]>([
    ['refused triggers are not', attributes(16_000), true, 200],
    ['accepted triggers are', attributes(16_000), false, 429],
    ['members without a meaning are not', JSON.stringify({ junk: 'x'.repeat(16_000) }), false, 200],
  ])('are counted or not: %s', async ([, sent, isRefused, recorded]) => {
    const trigger: Route = {
      ...triggerReplay,
      // An empty trigger is refused before any service is used.
      answer: isRefused ? (request) => triggerReplay.answer(request, NO_SERVICES) : async () => ok({}),
    };
    const { ask } = limited([trigger, recording], {}, 40_000);
    for (let at = 0; at < 20; at++) {
      const { status, body } = await ask('/openapi/v1/replay-triggers', sent);
      if (isRefused) expect({ status, body }).toMatchObject({ status: 200, body: { errorCode: 'MISSING_APP_ID' } });
    }
    expect((await ask('/api/recorder/cases', 'x'.repeat(20_000))).status).toBe(recorded);
  });

  test('count towards those of the day, with their attributes', async () => {
    const { ask } = limited([{ ...triggerReplay, answer: async () => ok({}) }], {}, 40_000);
    const sent = JSON.stringify({ attributes: { a: 'x'.repeat(16_000) } });
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) statuses.push((await ask('/openapi/v1/replay-triggers', sent)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

test.for<[openApiToken: string | null, bytes: number, message: string]>([
  [null, 16 * 1024, 'stub'],
  [null, 16 * 1024 + 1, 'attributes is larger than 16 KiB'],
  ['token', 16 * 1024 + 1, 'stub'],
])('token %s limits a trigger with %i bytes of attributes: %s', async ([openApiToken, bytes, message]) => {
  // What a trigger asks for before its run is created, which is refused here.
  const services = {
    config: { openApiToken, caseCountLimit: 1 },
    now: () => NOON,
    applications: { settings: async () => ({ replay: {} }) },
    newPlans: { create: async () => refuse('NO_CASES_FOUND', 'stub') },
  } as unknown as Parameters<typeof triggerReplay.answer>[1];
  const { ask } = limited([{ ...triggerReplay, answer: (request) => triggerReplay.answer(request, services) }]);
  const attributes = { a: 'x'.repeat(bytes - 8) };
  const sent = JSON.stringify({ appId: 'shop', targetEnv: 'http://127.0.0.1:9000', attributes });
  expect((await ask('/openapi/v1/replay-triggers', sent)).body).toMatchObject({ errorMessage: message });
});

describe('bodies in flight (SVC_BODIES_IN_FLIGHT_MIB, SVC_BODY_SECONDS)', () => {
  const holding = () => {
    const gate = Promise.withResolvers<void>();
    let reached = 0;
    const answer = async () => {
      reached++;
      await gate.promise;
      return ok({});
    };
    const routes = [
      route('/api/recorder/cases', plainErrors, { body: RECORDER_BODY, answer }),
      route('/openapi/v1/things', openApiErrors, { scope: null }),
    ];
    const bodies = bodyLimits({ maxBytes: 8 * MIB, timeoutMs: 30_000 });
    return { gate, reached: () => reached, ...limited(routes, { bodies }) };
  };

  test('refuse a body beyond the room before reading it, and accept it once there is room', async () => {
    const { gate, reached, ask } = holding();
    const sized = (bytes: number) => ({ 'content-length': String(bytes) });
    const first = ask('/api/recorder/cases', new Uint8Array(5 * MIB), sized(5 * MIB));
    await expect.poll(reached).toBe(1);
    let pulled = 0;
    const unread = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
    const refused = await ask('/api/recorder/cases', unread, sized(4 * MIB));
    expect(refused).toMatchObject({ status: 429, retryAfter: '1', body: { errorCode: 'TOO_MANY_REQUESTS' } });
    expect(pulled).toBe(0);
    expect((await ask('/openapi/v1/things')).status).toBe(200);
    gate.resolve();
    expect((await first).status).toBe(200);
    expect((await ask('/api/recorder/cases', new Uint8Array(5 * MIB), sized(5 * MIB))).status).toBe(200);
  });

  test('count a body of unknown length as it arrives, and no more once it is refused', async () => {
    const { gate, reached, ask } = holding();
    const first = ask('/api/recorder/cases', new Uint8Array(5 * MIB));
    await expect.poll(reached).toBe(1);
    expect((await ask('/api/recorder/cases', new Uint8Array(4 * MIB))).status).toBe(429);
    const fits = ask('/api/recorder/cases', new Uint8Array(3 * MIB));
    await expect.poll(reached).toBe(2);
    gate.resolve();
    expect([(await first).status, (await fits).status]).toEqual([200, 200]);
  });

  test('answer 408 to a body that does not arrive in time, and end the connection', async () => {
    const bodies = bodyLimits({ maxBytes: 8 * MIB, timeoutMs: 20 });
    const { ask } = limited([route('/openapi/v1/things', openApiErrors, { scope: null })], { bodies });
    const late = await ask('/openapi/v1/things', new ReadableStream({}));
    expect(late).toMatchObject({ status: 408, body: { errorCode: 'REQUEST_TIMEOUT' } });
    expect(late.answer.headers.get('connection')).toBe('close');
  });
});
