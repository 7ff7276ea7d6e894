import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';
import { freePort } from '../../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../../support/running-service.ts';

/** Runs a command with a disk of 64 MiB of its own in a directory; needs user namespaces. */
const onSmallDisk = (directory: string) =>
  ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=64m tmpfs "$0" && exec "$@"`, directory] as const;
const { dataDir, remove } = temporaryDataDir();
mkdirSync(join(dataDir, 'probe'));
const [unshare, ...rest] = onSmallDisk(join(dataDir, 'probe'));
const isPossible = spawnSync(unshare, [...rest, 'true']).status === 0;

/** About 1 MiB that does not compress. */
const cases = (from: number) =>
  Array.from({ length: 4 }, (_, at) =>
    recordedGet('shop', `/items/${from + at}`, randomBytes(190_000).toString('base64'), { caseId: `c-${from + at}` }),
  );

describe.skipIf(!isPossible)('a really full disk', () => {
  let service: RunningService;
  const post = (from: number) => call(service.url, 'POST', '/api/recorder/cases', cases(from));
  const readiness = () => call(service.url, 'GET', '/readyz');

  beforeAll(async () => {
    service = await startProcess({ dataDir, port: await freePort(), within: onSmallDisk(dataDir) });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    remove();
  });

  test('refuses intake with 507, allows deleting, and then accepts intake again', { timeout: 120_000 }, async () => {
    expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready', reasons: [] } });
    const stored: number[] = [];
    let refused = 0;
    let from = 0;
    // More than one refusal: the reserve does not go to what comes in.
    for (; refused < 5 && from < 1000; from += 4) {
      const answer = await post(from);
      if (answer.status === 200) stored.push(from);
      else {
        refused++;
        expect(answer).toMatchObject({ status: 507, body: { errorCode: 'INSUFFICIENT_STORAGE' } });
        expect(answer.body.errorMessage).toBe('the disk of the service is full; nothing was stored');
      }
    }
    expect(stored.length).toBeGreaterThan(10);
    expect(refused).toBe(5);

    await expect.poll(readiness, { timeout: 15_000 }).toMatchObject({ status: 503 });
    expect((await readiness()).body.reasons.map(({ code }: { code: string }) => code)).toContain('DISK_LOW');
    expect((await call(service.url, 'GET', '/healthz')).status).toBe(200);
    const trigger = { appId: 'shop', targetEnv: 'http://10.0.0.1' };
    expect(await call(service.url, 'POST', '/openapi/v1/replay-triggers', trigger)).toMatchObject({
      status: 200,
      body: {
        planId: null,
        errorCode: 'INTERNAL_ERROR',
        errorMessage: 'the disk of the service is full; nothing was stored',
      },
    });

    for (const first of stored)
      for (let at = first; at < first + 4; at++)
        expect((await call(service.url, 'DELETE', `/api/recorder/cases/c-${at}`)).status).toBe(200);
    await expect.poll(readiness, { interval: 250 }).toMatchObject({ status: 200 });
    expect((await post(from)).body).toMatchObject({ accepted: 4 });
    expect(service.output()).toContain('the disk is low');
    expect(service.output()).toContain('the disk has space again');
  });
});
