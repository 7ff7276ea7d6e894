import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const ROUNDS = 8;
const WRITE_MS = 20;

/** Notes that everybody sees. Writing takes a while, so that a read that does not wait comes too early. */
let notes: string[] = [];
const stage = serviceAndTarget(({ method, url, body }, response) => {
  if (method === 'GET') return json(response, { path: url, notes });
  setTimeout(() => {
    notes = method === 'DELETE' ? [] : [...notes, body.toString()];
    json(response, { count: notes.length });
  }, WRITE_MS);
});

interface Step {
  session: string | null;
  method: string;
  path: string;
  body?: string;
}

/** Two users by turns: one writes, both and a guest read. */
const STEPS: Step[] = Array.from({ length: ROUNDS }, (_, round): Step[] => [
  { session: 'ann', method: 'POST', path: '/notes', body: `note ${round}` },
  { session: 'bob', method: 'GET', path: '/notes' },
  { session: null, method: 'GET', path: '/notes' },
  { session: 'bob', method: 'POST', path: '/notes', body: `answer ${round}` },
  { session: 'ann', method: 'GET', path: '/notes?mine' },
]).flat();

beforeAll(async () => {
  const begin = Date.now() - STEPS.length * 1000;
  const cases = [];
  for (const [index, { session, method, path, body }] of STEPS.entries()) {
    const answer = await fetch(`${stage.target.url}${path}`, { method, ...(body !== undefined && { body }) });
    cases.push({
      appId: 'notes',
      session: session ?? undefined,
      recordedAt: new Date(begin + index * 1000).toISOString(),
      durationMs: WRITE_MS,
      request: { method, path, headers: [], body: body ?? null, bodyEncoding: 'utf8' },
      response: {
        status: answer.status,
        headers: [['content-type', 'application/json']],
        body: await answer.text(),
        bodyEncoding: 'utf8',
      },
    });
  }
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
});

async function replayed(more: Record<string, unknown> = {}) {
  notes = [];
  const { url } = stage.service;
  const before = stage.target.seen.length;
  const body = { appId: 'notes', targetEnv: stage.target.url, ...more };
  const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  const run = await completed(url, planId);
  const plan = (await call(url, 'GET', `/api/replays/${planId}`)).body;
  const seen = stage.target.seen.slice(before).map((one) => `${one.method} ${one.url} ${one.body}`.trim());
  return { run, plan, seen, planId };
}

const RECORDED = STEPS.map(({ method, path, body = '' }) => `${method} ${path} ${body}`.trim());

describe('the order of a run', () => {
  test('is that of the recording if requests read what other sessions wrote, without differences', async () => {
    const { run, plan, seen, planId } = await replayed();
    expect(seen).toEqual(RECORDED);
    expect(run.findings).toMatchObject({ needsAction: [], toReview: [] });
    expect(run).toMatchObject({ totalCases: STEPS.length, failedCases: 0 });
    expect(plan.order).toEqual({ used: 'recorded', reason: 'writes' });
    const report = await fetch(`${stage.service.url}/report/${planId}?tab=details`, {
      headers: { 'x-api-key': ADMIN_KEY },
    });
    expect(await report.text()).toContain('As recorded (some requests change data that others may read)');
  });

  test('is by sessions if the run asks for it', async () => {
    const { plan, seen, run } = await replayed({ order: 'sessions' });
    expect(plan.order).toEqual({ used: 'sessions', reason: 'run' });
    expect(seen.toSorted()).toEqual(RECORDED.toSorted());
    expect(run.failedCases).toBeGreaterThan(0);
    expect(plan.hints).toEqual([
      expect.objectContaining({
        code: 'OTHER_SESSIONS_WRITE',
        setting: 'replay.order',
        interfaces: expect.any(Number),
      }),
    ]);
  });

  test('is set by the setting or the command line, and any other value is refused', async () => {
    const { url } = stage.service;
    await call(url, 'PUT', '/api/apps/notes/settings', { replay: { order: 'sessions' } });
    expect((await replayed()).plan.order).toEqual({ used: 'sessions', reason: 'setting' });
    notes = [];
    const options = ['--app-id', 'notes', '--target-env', stage.target.url, '--order', 'recorded', '--wait', '--json'];
    const { stdout } = await replay(['trigger', ...options], { SVC_URL: url, SVC_TOKEN: ADMIN_KEY });
    const { planId } = JSON.parse(stdout);
    expect((await call(url, 'GET', `/api/replays/${planId}`)).body.order).toEqual({ used: 'recorded', reason: 'run' });
    await call(url, 'PUT', '/api/apps/notes/settings', { replay: { order: 'auto' } });

    const bad = await call(url, 'PUT', '/api/apps/notes/settings', { replay: { order: 'random' } });
    expect(bad.status).toBe(400);
    expect(bad.body.errorMessage).toContain('replay.order');
    const body = { appId: 'notes', targetEnv: stage.target.url, order: 'random' };
    const refused = await call(url, 'POST', '/openapi/v1/replay-triggers', body);
    expect(refused.body).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: 'order must be sessions or recorded',
    });
  });
});
