import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** Seconds after the first request at which the requests were recorded, by two sessions in turns. */
const RECORDED_AT = [0, 1, 1.5, 4, 4.5, 6];
const FACTOR = 2;
let arrivals: { path: string; at: number }[] = [];
const stage = serviceAndTarget(({ url }, response) => {
  arrivals.push({ path: url, at: performance.now() });
  json(response, { path: url });
});

beforeAll(async () => {
  const begin = Date.now() - 60_000;
  const cases = RECORDED_AT.map((seconds, index) => ({
    appId: 'paced',
    session: `visitor ${index % 2}`,
    recordedAt: new Date(begin + seconds * 1000).toISOString(),
    durationMs: 1,
    request: { method: 'GET', path: `/pages/${index}`, headers: [], body: null, bodyEncoding: 'utf8' },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify({ path: `/pages/${index}` }),
      bodyEncoding: 'utf8',
    },
  }));
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
});

const RECORDED_MS = 1000 * (RECORDED_AT.at(-1) ?? 0);

describe('a run with a recorded pace', () => {
  test('sends in the recorded order, each request as long after the one before as recorded, divided by the factor', async () => {
    arrivals = [];
    const { url } = stage.service;
    const options = [
      '--app-id',
      'paced',
      '--target-env',
      stage.target.url,
      '--pace',
      String(FACTOR),
      '--wait',
      '--json',
    ];
    const begin = performance.now();
    const { stdout } = await replay(['trigger', ...options], { SVC_URL: url, SVC_TOKEN: ADMIN_KEY });
    const { planId } = JSON.parse(stdout);
    expect(arrivals.map(({ path }) => path)).toEqual(RECORDED_AT.map((_, index) => `/pages/${index}`));
    // A loaded machine may send late, and never early: the whole takes at least as long as recorded. Timers round.
    expect((arrivals.at(-1)?.at ?? 0) - begin).toBeGreaterThan(RECORDED_MS / FACTOR - 5);
    const plan = (await call(url, 'GET', `/api/replays/${planId}`)).body;
    expect(plan).toMatchObject({ pace: FACTOR, order: { used: 'recorded', reason: 'pace' } });
    const headers = { 'x-api-key': ADMIN_KEY };
    const details = await (await fetch(`${url}/report/${planId}?tab=details`, { headers })).text();
    expect(details).toContain('recorded × 2');
  });

  test('is stopped while it waits for a request to be due', async () => {
    arrivals = [];
    const { url } = stage.service;
    const body = { appId: 'paced', targetEnv: stage.target.url, pace: 0.1 };
    const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
    await expect.poll(() => arrivals.length).toBe(1);
    expect((await call(url, 'POST', `/api/replays/${planId}/stop`)).status).toBe(200);
    expect((await completed(url, planId)).findings.state).toBe('INTERRUPTED');
    expect(arrivals).toHaveLength(1);
  });

  test('keeps that of the setting, unless it names its own', async () => {
    const { url } = stage.service;
    await call(url, 'PUT', '/api/apps/paced/settings', { replay: { pace: 100 } });
    const paceOf = async (more: Record<string, unknown>) => {
      const body = { appId: 'paced', targetEnv: stage.target.url, ...more };
      const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
      await completed(url, planId);
      return (await call(url, 'GET', `/api/replays/${planId}`)).body;
    };
    expect(await paceOf({})).toMatchObject({ pace: 100, order: { used: 'recorded', reason: 'pace' } });
    expect(await paceOf({ pace: 0 })).not.toHaveProperty('pace');
    await call(url, 'PUT', '/api/apps/paced/settings', { replay: { pace: 0 } });
  });

  test('is refused with the order of sessions, and with a factor out of range', async () => {
    const { url } = stage.service;
    const refusal = async (more: Record<string, unknown>) => {
      const body = { appId: 'paced', targetEnv: stage.target.url, ...more };
      return (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body.errorMessage;
    };
    const order = 'pace keeps the recorded order: order must not be sessions';
    expect(await refusal({ pace: 1, order: 'sessions' })).toBe(order);
    for (const pace of [0.09, 100.1, '1'])
      expect(await refusal({ pace })).toBe('pace must be 0, or a number from 0.1 to 100');
  });
});
