import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOfStored } from '../../../functions/platform/values/stored-json.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess } from '../../support/running-service.ts';
import { copyFrom, type KeptFacts, lookInto } from '../kept-data.ts';
import { APP, CASES, completed, SLICED, triggered } from './fill-under-way.ts';
import { ENVIRONMENT_KEY, LATER, openUnchangedTarget, PASSWORD, type UnchangedTarget } from './unchanged-target.ts';

const Payload = v.object({ credentialMode: v.optional(v.string()), sealedFor: v.optional(v.string()) });

const KEPT = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

describe.for(KEPT)('an upgrade in the middle of a run: %s', (name) => {
  const { facts, families, writtenAt }: KeptFacts = JSON.parse(
    readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'),
  );
  const before = JSON.parse(facts.before ?? '');
  const hasSealedCases = Object.keys(families).some((family) => family.includes('RECORDING-KEYS'));
  const hasLogin = facts.settings?.split(' ').includes('login');
  const copy = copyFrom(join(import.meta.dirname, name));
  let target: UnchangedTarget;
  let service: RunningService;

  beforeAll(async () => {
    target = await openUnchangedTarget();
    const clock = join(copy.dataDir, 'clock-ahead');
    writeFileSync(clock, String(Date.parse(writtenAt) - Date.now()));
    service = await startProcess({
      dataDir: copy.dataDir,
      port: await freePort(),
      nodeArguments: ['--import', join(import.meta.dirname, '../../support/clock-ahead.ts')],
      env: { CLOCK_AHEAD_FILE: clock, SVC_NOISE_REDUCTION: 'rules' },
    });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await target.close();
    copy.remove();
  });

  test('lets the run continue, with the same end as one before', async () => {
    expect(before).toMatchObject({ state: 'CLEAN', totalCases: CASES, failedCases: 0 });
    expect(await completed(service.url, facts.planId ?? '')).toEqual(before);
    expect(target.answered.length).toBeLessThanOrEqual(CASES);
  });

  test('lets a new run end in the same state, with its credentials and settings', async () => {
    const answered = target.answered.length;
    expect(await completed(service.url, await triggered(service.url))).toEqual(before);
    expect(target.answered.length - answered).toBe(CASES);
    expect(target.refused).toEqual([]);
    expect(target.logins > 0).toBe(hasLogin);
    const { body } = await call(service.url, 'GET', `/api/apps/${APP}/settings`);
    expect(body.redact).toEqual(expect.arrayContaining([{ path: '$..token' }, { header: 'x-request-secret' }]));
  });

  test('sends no value saved before to a target that is allowed later, and the run names them', async () => {
    const later = await openUnchangedTarget({ at: LATER });
    const address = `http://${LATER.host}:${LATER.port}`;
    await call(service.url, 'POST', `/api/apps/${APP}/targets`, { address });
    const planId = await triggered(service.url, APP, address);
    await completed(service.url, planId);
    await later.close();
    expect(later.received.length).toBeGreaterThanOrEqual(CASES);
    expect(later.received.filter((one) => one.includes(ENVIRONMENT_KEY) || one.includes(PASSWORD))).toEqual([]);
    const { hints } = (await call(service.url, 'GET', `/api/replays/${planId}`)).body;
    const names = ['x-environment-key', ...(hasLogin ? ['login'] : [])];
    expect(hints).toMatchObject([{ code: 'SAVED_FOR_OTHER_TARGETS', requests: CASES, leftOut: names }]);
    // Where they were sent before the upgrade they still are.
    expect(await completed(service.url, await triggered(service.url))).toEqual(before);
  });

  test('gives cases that were sealed before the code of their case, and leaves others unchanged', async () => {
    const payloads = () =>
      lookInto(copy.dataDir, (database) => database.prepare("SELECT data FROM items WHERE sk = 'PAYLOAD'").all()).map(
        ({ data }) => v.parse(Payload, jsonOfStored(v.parse(v.instance(Uint8Array), data))),
      );
    const sealed = () => payloads().filter(({ credentialMode }) => credentialMode !== undefined);
    await expect.poll(() => sealed().filter(({ sealedFor }) => !sealedFor)).toEqual([]);
    expect(sealed()).toHaveLength(hasSealedCases ? CASES : 0);
    expect(payloads().length).toBeGreaterThanOrEqual(CASES);
  });

  test.runIf(facts.sliced)('raises no false alarm for a path of redaction that is not read any more', async () => {
    const run = await completed(service.url, await triggered(service.url, SLICED));
    expect(run).toMatchObject({ totalCases: 2, failedCases: 0, needsAction: [] });
  });
});
