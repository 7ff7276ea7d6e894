import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noOwnTargetsBinding } from '../../../functions/applications/composition.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import { retentionServices } from '../../../functions/console/composition.ts';
import { applyRetention } from '../../../functions/console/steps/apply-retention.ts';
import { compositions } from '../../../functions/platform/composition.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { partitionOf } from '../../../functions/platform/values/families/row-families.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Table, World } from '../../../functions/platform/world.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { newPlanId, type ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { newId, randomBytes } from '../../support/test-random.ts';
import { orderCase } from './order-case.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-20T12:10:00Z');

/** A write of the table that never happens, as if the process was killed before it. */
class Killed extends Error {}

/** What deletes what applications no longer keep, on any table whose clock is `now`. */
export function retentionContract(open: (now: () => number) => Promise<Table>) {
  let clock = START;
  const now = () => clock;
  const directory = mkdtempSync(join(tmpdir(), 'retention-'));
  let table: Table;
  /** Writes until the process is killed. */
  let left = Number.POSITIVE_INFINITY;
  let tenant = '';
  let tenants = 0;
  let services: ReturnType<typeof retentionServices>;
  let settings: ReturnType<typeof sealedSettings>;

  const counted =
    <Given extends unknown[], Answer>(write: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (--left < 0) throw new Killed('the process is gone');
      return write(...given);
    };

  beforeAll(async () => {
    table = await open(now);
  });
  beforeEach(() => {
    clock = START;
    left = Number.POSITIVE_INFINITY;
    tenant = `tenant-${++tenants}`;
    const mortal: Table = {
      ...table,
      put: counted(table.put),
      update: counted(table.update),
      remove: counted(table.remove),
      transact: counted(table.transact),
      batchRemove: counted(table.batchRemove),
    };
    const world = {
      table: mortal,
      blobs: fileBlobs(directory),
      now,
      elapsed: now,
      newId,
      log: silentLog,
      work: workInPlace,
    };
    const config = standaloneConfig({ SVC_CASE_RETENTION_HOURS: '96', SVC_PLAN_RETENTION_DAYS: '90' });
    services = compositions<'table' | 'blobs'>({ world, config, bindings: [noOwnTargetsBinding] }).servicesOf(
      retentionServices,
    )(tenant);
    settings = sealedSettings({ table, keys: localKeys([randomBytes(32)]) }, tenant);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const recorded = (caseId: string, change: Partial<NewCase> = {}): NewCase =>
    orderCase(`${tenant}-${caseId}`, clock, change);
  /** Too large for a row. */
  const LARGE = {
    status: 200,
    headers: [],
    body: randomBytes(400_000).toString('base64'),
    bodyEncoding: 'base64' as const,
  };
  const add = (at: number, ...cases: NewCase[]) => {
    clock = at;
    return services.recordings.add(cases.map((one) => ({ ...one, recordedAt: one.recordedAt + at - START })));
  };
  const keep = (retention: { caseHours?: number; planDays?: number }, appId = 'shop') =>
    settings.changeSettings(appId, { retention }, { allowed: [], rightTo: () => null, author: BY });
  const apply = (isFirst = false) =>
    applyRetention({ table, now, log: silentLog } as Pick<World, 'table' | 'now' | 'log'>, () => services, {
      until: Number.POSITIVE_INFINITY,
      isFirst,
    });
  const blobs = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && join(file.parentPath, file.name).includes(tenant),
    ).length;
  const idsOf = async (appId: string) => {
    const found = await services.recordings.list({ appId, limit: 1000 });
    return found?.items.map(({ caseId }) => caseId.slice(tenant.length + 1)).toSorted();
  };
  const last = async () => (await services.passes.find('shop'))?.last?.deleted;

  test('deletes recordings that came in before the hour with their blobs, and nothing younger, pinned or of others', async () => {
    await add(START, recorded('old', { response: LARGE }), recorded('pinned', { pinned: true, response: LARGE }));
    await add(START, recorded('elsewhere', { appId: 'bank' }), recorded('other', { operation: '/carts' }));
    // 49 hours later its hour is not over; an hour later it is.
    await add(START + HOUR, recorded('edge'));
    await add(START + 49 * HOUR - 1, recorded('young', { response: LARGE }));
    expect(blobs()).toBe(3);
    await keep({ caseHours: 48 });
    expect(await apply()).toEqual({ failed: 0 });
    expect(await idsOf('shop')).toEqual(['edge', 'pinned', 'young']);
    expect(await idsOf('bank')).toEqual(['elsewhere']);
    expect(blobs()).toBe(2);
    expect(await last()).toEqual({ cases: 2, plans: 0 });
    expect(await services.recordings.countOf('shop')).toBe(3);
    expect((await services.audit.page({ limit: 10, after: null })).items).toMatchObject([
      { who: 'ann', action: 'retention.applied', subject: { appId: 'shop', recordings: 2, runs: 0 } },
    ]);
    clock = START + 50 * HOUR;
    await apply();
    expect(await idsOf('shop')).toEqual(['pinned', 'young']);
    // No change of the settings caused this one.
    expect((await services.audit.page({ limit: 10, after: null })).items).toHaveLength(1);
  });

  test('deletes a recording whose recorder has a clock far ahead', async () => {
    await add(START, recorded('ahead', { recordedAt: START + 30 * HOUR }), recorded('imported', { recordedAt: 1000 }));
    clock = START + 10 * HOUR;
    await keep({ caseHours: 5 });
    await apply();
    expect(await idsOf('shop')).toEqual([]);
  });

  test('deletes a recording that is no longer pinned, and spares one that was pinned before its turn', async () => {
    await add(START, recorded('unpinned', { pinned: true }), recorded('pinned'));
    await services.recordings.unpin(`${tenant}-unpinned`);
    clock = START + 10 * HOUR;
    await keep({ caseHours: 5 });
    await services.recordings.pin(`${tenant}-pinned`);
    expect(await services.recordings.removeRolling([`${tenant}-pinned`])).toBe(0);
    await apply();
    expect(await idsOf('shop')).toEqual(['pinned']);
  });

  test('continues after it was killed at any write: everything older is gone, nothing younger is lost', async () => {
    const NAMES = Array.from({ length: 30 }, (_, at) => `old-${at}`);
    for (const survived of [0, 1, 3, 7, 20, 33, 34]) {
      await add(START, ...NAMES.map((name) => recorded(`${survived}-${name}`, { operation: `/${name.length}` })));
      await createdPlan(START);
      await add(START + 4 * HOUR, recorded(`${survived}-young`));
      clock = START + 6 * HOUR;
      await keep({ caseHours: 0, planDays: 0 });
      await apply();
      await keep({ caseHours: 3, planDays: 1 });
      left = survived;
      await apply();
      left = Number.POSITIVE_INFINITY;
      await apply(true);
      expect(await idsOf('shop'), `after ${survived} writes`).toEqual([`${survived}-young`]);
      await services.recordings.remove(`${tenant}-${survived}-young`);
    }
  });

  test('ends when the settings change, and follows the new ones', async () => {
    await add(START, recorded('a'), recorded('b', { operation: '/carts' }));
    clock = START + 10 * HOUR;
    await keep({ caseHours: 5 });
    const { removeEarly } = services.recordings;
    services.recordings.removeEarly = async (...given) => {
      await keep({ caseHours: 20 });
      return removeEarly(...given);
    };
    await apply();
    services.recordings.removeEarly = removeEarly;
    await apply();
    // The page under way is done; no other began.
    expect(await idsOf('shop')).toEqual(['a']);
    expect(await services.passes.find('shop')).toMatchObject({ claim: null, last: { deleted: { cases: 0 } } });
    await keep({ caseHours: 0 });
    await apply();
    expect(await services.passes.find('shop')).toBeUndefined();
    expect(await idsOf('shop')).toEqual(['a']);
  });

  test('is done by one worker at a time', async () => {
    await add(START, recorded('a'));
    clock = START + 10 * HOUR;
    await keep({ caseHours: 5 });
    let removals = 0;
    const { removeEarly } = services.recordings;
    services.recordings.removeEarly = async (...given) => {
      if (removals++ === 0) expect(await apply()).toEqual({ failed: 0 });
      return removeEarly(...given);
    };
    await apply();
    expect(removals).toBe(1);
    expect(await last()).toEqual({ cases: 1, plans: 0 });
  });

  /** A run that has ended, with a result and its blob. */
  async function createdPlan(at: number, change: Partial<ReplayPlan> = {}): Promise<ReplayPlan> {
    clock = at;
    const planId = newPlanId(at, newId());
    const plan = replayPlan({
      planId,
      createdAt: at,
      appId: 'shop',
      status: 'PENDING',
      expiresAt: at + 90 * DAY,
      ...change,
    });
    const target = `http://10.0.0.1:${8000 + ((at / 1000) % 1000)}`;
    await services.plans.lock('shop', planId, at);
    expect(await services.plans.create({ ...plan, targetEnv: target }, null, null)).toBe(true);
    const key = `plans/${tenant}/${planId}/answer`;
    await services.blobs.put(key, Buffer.from('answer'));
    await table.put({ pk: partitionOf('results', tenant, planId, 1, 7), sk: '00000350', blob: key });
    await table.put({ pk: partitionOf('deliveries', tenant, planId, 1), sk: 'channel#settled' });
    if (change.status === 'RUNNING') return plan;
    await services.plans.finish(planId, 1, at + 1000, at + 1000);
    const round = await services.plans.findRound(planId, 1);
    if (round === undefined) throw new Error('the round is gone');
    await table.update({ pk: partitionOf('plans', tenant, planId), sk: 'PLAN' }, { status: 'COMPLETED' });
    await table.update(
      { pk: partitionOf('plans', tenant, planId), sk: 'ROUND#0001' },
      { i1pk: undefined, i1sk: undefined },
    );
    await services.table.remove({ pk: partitionOf('applications', tenant, 'shop'), sk: 'LOCK' });
    const running = await table.query({ pk: partitionOf('applications', tenant, 'shop'), prefix: 'RUNNING#' });
    await table.batchRemove(running.items.map(({ pk, sk }) => ({ pk, sk })));
    return plan;
  }
  const plansOf = async () =>
    (await services.plans.list({ appId: 'shop', limit: 100, after: null })).plans.map(({ planId }) => planId);

  test('deletes runs with their results, deliveries and blobs, but none that is under way or has just ended', async () => {
    const old = await createdPlan(START);
    const running = await createdPlan(START + 1000, { status: 'RUNNING' });
    const recent = await createdPlan(START + 2000);
    const young = await createdPlan(START + DAY);
    clock = START + DAY + 2 * HOUR;
    await table.update({ pk: partitionOf('plans', tenant, recent.planId), sk: 'ROUND#0001' }, { finishedAt: clock });
    await keep({ planDays: 1 });
    expect(await services.plans.countBefore('shop', START + 2 * HOUR)).toBe(3);
    await apply();
    expect(await plansOf()).toEqual([young, recent, running].map(({ planId }) => planId));
    expect(blobs()).toBe(3);
    expect(await last()).toEqual({ cases: 0, plans: 1 });
    for (const pk of services.partitionsOf(old)) expect((await table.query({ pk })).items).toEqual([]);
    clock += 2 * HOUR;
    await apply();
    expect(await plansOf()).toEqual([young, running].map(({ planId }) => planId));
  });

  test('spares the run of an evaluation attempt that has not ended', async () => {
    const { planId } = await createdPlan(START, { source: 'evaluation', attemptId: ATTEMPT });
    const { hasEnded } = services;
    services.hasEnded = async () => false;
    clock = START + 2 * DAY;
    await keep({ planDays: 1 });
    await apply();
    expect(await plansOf()).toEqual([planId]);
    services.hasEnded = hasEnded;
    clock += HOUR;
    await apply();
    expect(await plansOf()).toEqual([]);
  });
}

const BY = { at: '2026-11-20T12:00:00.000Z', by: 'ann' };
const ATTEMPT = 'fatt_01KAFP4G80A1B2C3D4E5F6G7H8_001';
