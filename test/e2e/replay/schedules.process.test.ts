import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const HOUR = 3_600_000;
const PATH = '/api/apps/shop/schedules/hourly';
const { dataDir, remove } = temporaryDataDir();
const clock = join(dataDir, 'clock-ahead');
let target: Target;
let port: number;

/** A service whose clock is ahead by this many ms. */
function startAhead(ms: number) {
  writeFileSync(clock, String(ms));
  return startProcess({
    dataDir,
    port,
    nodeArguments: ['--import', join(import.meta.dirname, '../../support/clock-ahead.ts')],
    env: { CLOCK_AHEAD_FILE: clock, SVC_LOG_LEVEL: 'WARN' },
  });
}

beforeAll(async () => {
  port = await freePort();
  target = await openTarget((_, response) => json(response, { price: 10 }));
});
afterAll(async () => {
  await target.close();
  remove();
});

describe('a schedule of a service that was killed (interface 10)', () => {
  test('runs once for the hours of the outage, and is named in the notification', async () => {
    // Ten minutes past an hour, so that none begins during the test.
    const ahead = HOUR + HOUR / 6 - (Date.now() % HOUR);
    let service = await startAhead(ahead);
    await call(service.url, 'POST', '/api/recorder/cases', [recordedGet('shop', '/items/a', { price: 10 })]);
    const channel = { type: 'webhook', url: `${target.url}/hook`, appIds: ['shop'] };
    await call(service.url, 'POST', '/openapi/v1/notification-channels', channel);
    const saved = await call(service.url, 'PUT', PATH, { cron: '0 * * * *', targetEnv: target.url, notify: true });
    expect(saved.body).toMatchObject({ lastPlanId: null, nextRunAt: expect.any(String) });

    await service.kill();
    service = await startAhead(ahead + 5 * HOUR);
    const read = async () => (await call(service.url, 'GET', PATH)).body;
    await expect.poll(async () => (await read()).lastPlanId).not.toBeNull();
    const { lastPlanId, lastError, nextRunAt } = await read();
    expect(lastError).toBeNull();
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.parse(saved.body.nextRunAt) + 4 * HOUR);
    expect(await completed(service.url, lastPlanId)).toMatchObject({ verdict: 'PASS', totalCases: 1 });
    const hooks = () =>
      target.seen.filter(({ url }) => url === '/hook').map(({ body: sent }) => JSON.parse(String(sent)));
    await expect.poll(() => hooks().length).toBe(1);
    expect(hooks()[0]).toMatchObject({ subject: lastPlanId, scheduleid: 'hourly' });
    const { body } = await call(service.url, 'GET', '/api/replays?appId=shop');
    expect(body.items.map(({ planId }: { planId: string }) => planId)).toEqual([lastPlanId]);
    expect(await service.stop()).toBe(0);
  });
});
