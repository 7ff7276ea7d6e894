import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeReceivers, openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const CASES = 30;

/** util-linux; without it no file of a running process can be kept from growing. */
const isThere = spawnSync('prlimit', ['--version']).status === 0;

const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let target: Target;
let receivers: FakeReceivers;

/** From now on the operating system refuses every write of the service to a file (EFBIG), or none. */
const writable = (isWritable: boolean) =>
  execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${isWritable ? 'unlimited' : '0'}:unlimited`]);

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'WARN' } });
  target = await openTarget((_, response) => setTimeout(() => json(response, { price: 1 }), 20));
  receivers = await openFakeReceivers();
  await call(service.url, 'POST', '/openapi/v1/notification-channels', {
    type: 'webhook',
    name: 'hook',
    url: receivers.webhook('hook'),
  });
});

afterAll(async () => {
  await service.stop();
  await Promise.all([target.close(), receivers.close()]);
  remove();
});

async function recorded(appId: string): Promise<void> {
  const cases = Array.from({ length: CASES }, (_, index) => recordedGet(appId, `/${appId}/${index}`, { price: 1 }));
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(CASES);
  await call(service.url, 'PUT', `/api/apps/${appId}/settings`, { replay: { maxQps: 40, concurrency: 4 } });
}

const trigger = async (appId: string) =>
  (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url })).body;
const seenOf = (appId: string) => target.seen.filter(({ url }) => url.startsWith(`/${appId}/`));
const waits = () => service.output().split('storage is not available').length - 1;

/** A run whose disk is full since some of its requests were sent. */
async function stuck(appId: string): Promise<string> {
  await recorded(appId);
  const { planId } = await trigger(appId);
  await expect.poll(() => seenOf(appId).length, { interval: 5 }).toBeGreaterThan(5);
  const before = waits();
  writable(false);
  await expect.poll(waits).toBeGreaterThan(before);
  return planId;
}

describe.skipIf(!isThere)('a running service that cannot write a file', () => {
  test('continues its run once it can, with all cases, none sent twice and one notification', async () => {
    const planId = await stuck('filled');
    expect((await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`)).body.status).toBe('RUNNING');
    expect((await trigger('filled')).errorCode).not.toBeNull();
    writable(true);
    expect(await completed(service.url, planId)).toMatchObject({
      totalCases: CASES,
      successCases: CASES,
      verdict: 'PASS',
      errorMessage: null,
    });
    expect(
      seenOf('filled')
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(Array.from({ length: CASES }, (_, index) => `/filled/${index}`).toSorted());
    const notified = () => receivers.received.filter(({ body }) => body.includes(planId)).length;
    await expect.poll(notified).toBe(1);
    const next = await trigger('filled');
    expect(next.errorCode).toBeNull();
    await completed(service.url, next.planId);
  });

  test('ends a run that is stopped', async () => {
    const planId = await stuck('stopped');
    expect((await call(service.url, 'POST', `/api/replays/${planId}/stop`)).status).toBeGreaterThanOrEqual(500);
    writable(true);
    expect((await call(service.url, 'POST', `/api/replays/${planId}/stop`)).status).toBe(200);
    expect((await completed(service.url, planId)).findings.state).toBe('INTERRUPTED');
  });
});
