import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type SeenRequest, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** More than a worker reads before it sends the first one. */
const RECORDINGS = 160;
const { dataDir, remove } = temporaryDataDir();
const held = Promise.withResolvers<void>();
const first = Promise.withResolvers<void>();
let service: RunningService;
let newBuild: Target;
let oldBuild: Target;

/** What a build says, and the stock that the mock of its call answered. */
async function answered(seen: SeenRequest, response: ServerResponse, total: string, status = 200): Promise<void> {
  const replayId = seen.headers['x-replay-id'];
  const wanted = { kind: 'http', target: 'stock', operation: 'GET /stock', request: { total } };
  const { body } = await api('POST', '/api/recorder/mocks/match', { replayId, call: wanted });
  json(response, { total, stock: body.response?.body ?? null }, status);
}

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'off' } });
  newBuild = await openTarget((seen, response) => answered(seen, response, 'new', 203));
  oldBuild = await openTarget(async (seen, response) => {
    first.resolve();
    await held.promise;
    await answered(seen, response, 'old');
  });
});
afterAll(async () => {
  held.resolve();
  await service.stop();
  await Promise.all([newBuild, oldBuild].map((target) => target.close()));
  remove();
});

const api = (method: string, path: string, body?: unknown) => call(service.url, method, path, body);
const trigger = async ({ url }: Target): Promise<string> =>
  (await api('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: url, caseCountLimit: RECORDINGS })).body
    .planId;

test('a run keeps the versions that it was planned with while others are accepted', async () => {
  const calls = [
    {
      kind: 'http',
      target: 'stock',
      operation: 'GET /stock',
      request: { total: 'old' },
      response: { status: 200, body: 7 },
      error: null,
      durationMs: 1,
    },
  ];
  const cases = Array.from({ length: RECORDINGS }, (_, at) =>
    recordedGet(
      'shop',
      `/orders/${at}`,
      { total: 'old', stock: 7 },
      { caseId: `o-${at}`, operation: '/orders/{id}', calls },
    ),
  );
  expect((await api('POST', '/api/recorder/cases', cases)).body.accepted).toBe(RECORDINGS);
  await api('POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations: ['/orders/{id}'] });
  const changed = await trigger(newBuild);
  expect((await completed(service.url, changed)).findings.state).toBe('NEEDS_ACTION');

  const underWay = await trigger(oldBuild);
  await first.promise;
  const requests = Array.from({ length: RECORDINGS }, (_, at) => `${changed}:${at}`);
  const { body: accepted } = await api('POST', `/api/replays/${changed}/accept`, { requests });
  expect(accepted).toMatchObject({ leftOut: [] });
  expect(accepted.accepted).toHaveLength(RECORDINGS);
  expect((await api('GET', '/api/recorder/cases/o-0')).body).toMatchObject({ status: 203, accepted: { version: 2 } });
  held.resolve();

  const run = await completed(service.url, underWay);
  expect(run).toMatchObject({ totalCases: RECORDINGS, findings: { state: 'CLEAN' } });
  // A run that begins later compares with what was accepted.
  expect((await completed(service.url, await trigger(oldBuild))).findings.state).toBe('NEEDS_ACTION');
}, 120_000);
