import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Some of it does not fit into a row. */
const caseOf = (id: number) =>
  recordedGet('shop', `/items/${id}`, { id, text: 'x'.repeat(id % 20 === 0 ? 900_000 : 500) }, { caseId: `c-${id}` });

describe('replay admin', () => {
  test('restores a backup made under load, with everything acknowledged before, which replays', {
    timeout: 120_000,
  }, async () => {
    const { dataDir: parent, remove } = temporaryDataDir();
    const [dataDir, backup, restored] = [join(parent, 'data'), join(parent, 'backup'), join(parent, 'restored')];
    const target = await openTarget((_, response) => json(response, { id: 0 }));
    const service = await startProcess({ dataDir, port: await freePort() });
    cleanUps.push(remove, target.close, () => service.kill());
    const { planId } = await (async () => {
      await call(service.url, 'POST', '/api/recorder/cases', [caseOf(0)]);
      return (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url }))
        .body;
    })();
    await completed(service.url, planId);

    const load = { isOver: false, acknowledged: 0, deleted: new Set<number>() };
    const writing = (async () => {
      for (let id = 1; !load.isOver; id++) {
        expect((await call(service.url, 'POST', '/api/recorder/cases', [caseOf(id)])).body.accepted).toBe(1);
        load.acknowledged = id;
        if (id % 7 !== 0) continue;
        // Rows and their blobs also go while they are copied.
        load.deleted.add(id - 3);
        await call(service.url, 'DELETE', `/api/recorder/cases/c-${id - 3}`);
      }
    })();
    await expect.poll(() => load.acknowledged, { interval: 10 }).toBeGreaterThan(100);
    const before = load.acknowledged;
    const made = await replay(['admin', 'backup', '--data', dataDir, '--to', backup, '--with-keys', '--json'], {});
    const after = load.acknowledged;
    load.isOver = true;
    await writing;
    expect(made).toMatchObject({ code: 0 });
    expect(after).toBeGreaterThan(before);
    expect(JSON.parse(made.stdout)).toMatchObject({ faultCount: 0, keys: 'present' });

    const refused = await replay(['admin', 'restore', '--from', backup, '--data', dataDir], {});
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('in use by another process') });
    expect(await service.stop()).toBe(0);
    expect((await replay(['admin', 'restore', '--from', backup, '--data', restored], {})).code).toBe(0);

    const again = await startProcess({ dataDir: restored, port: await freePort() });
    cleanUps.push(() => again.kill());
    for (let id = 0; id <= before; id++) {
      if (load.deleted.has(id)) continue;
      const { status, body } = await call(again.url, 'GET', `/api/recorder/cases/c-${id}`);
      expect([status, body.caseId, body.response?.status]).toEqual([200, `c-${id}`, 200]);
    }
    expect(await completed(again.url, planId)).toMatchObject({ totalCases: 1 });
    const anew = await call(again.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url });
    expect((await completed(again.url, anew.body.planId)).totalCases).toBeGreaterThan(100 - load.deleted.size);
    expect(await again.stop()).toBe(0);
    expect(again.output()).not.toContain('request failed');
  });

  test('reports damage by the exit code of check, and requires a backup to say what becomes of keys', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({ dataDir, port: await freePort() });
    cleanUps.push(remove, () => service.kill());
    const checked = await replay(['admin', 'check'], { SVC_DATA_DIR: dataDir });
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^version \d, \d+ rows, 0 blobs, keys present: 0 faults\n$/),
    });
    expect((await replay(['admin', 'check', '--data', join(dataDir, 'blobs')], {})).code).toBe(2);
    const unsaid = await replay(['admin', 'backup', '--data', dataDir, '--to', join(dataDir, 'b')], {});
    expect(unsaid).toMatchObject({ code: 64, stderr: expect.stringContaining('--with-keys or --without-keys') });
  });
});
