import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partitionOf } from '../../../functions/platform/values/families/row-families.ts';
import { jsonOfStored, storedJson } from '../../../functions/platform/values/stored-json.ts';
import type { Table } from '../../../functions/platform/world.ts';
import { continueSealing } from '../../../functions/recordings/service/sealing/continue-sealing.ts';
import { orderCase } from '../../console/retention/order-case.ts';
import { randomBytes } from '../../support/test-random.ts';
import { sealingStage } from './sealing-stage.ts';

const START = Date.parse('2026-11-20T12:10:00Z');
const RULE = { path: '$.mail', seal: true };
const JSON_TYPE: [string, string][] = [['content-type', 'application/json']];

/** The sealing of stored recordings in the background, on any table whose clock is `now`. */
export function sealingContract(open: (now: () => number) => Promise<Table>) {
  let clock = START;
  let table: Table;
  let stage: ReturnType<typeof sealingStage>;
  let shop: ReturnType<(typeof stage)['tenant']>;
  let tenant = '';
  let tenants = 0;
  let added = 0;

  beforeAll(async () => {
    table = await open(() => clock);
    stage = sealingStage(table, () => clock);
  });
  beforeEach(() => {
    clock = START;
    stage.survive();
    tenant = `tenant-${++tenants}`;
    shop = stage.tenant(tenant);
  });
  afterAll(() => stage.close());

  const response = (mail: string, more = '') => ({
    status: 200,
    headers: JSON_TYPE,
    body: JSON.stringify({ mail, more }),
    bodyEncoding: 'utf8' as const,
  });
  const add = (names: readonly string[], more = '') =>
    shop.services.recordings.add(
      names.map((name) => ({
        ...orderCase(`${tenant}-${name}`, START + added++, { response: response(`${name}@shop.test`, more) }),
        credentialMode: 'seal' as const,
      })),
    );
  const head = (name: string) => table.get({ pk: partitionOf('cases', tenant, `${tenant}-${name}`), sk: 'CASE' });
  const textOf = async (name: string) =>
    JSON.stringify((await shop.services.recordings.payloads([`${tenant}-${name}`]))[0]);
  const named = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);

  test('seals every recording once, large ones too, and does nothing afterwards', async () => {
    const more = randomBytes(400_000).toString('base64');
    await add(named(3));
    await add(['large'], more);
    await shop.rules(RULE);
    await shop.start();
    expect(await shop.seal()).toEqual({ failed: 0 });
    for (const name of [...named(3), 'large']) {
      expect(await textOf(name)).toContain('sealed.v1.');
      expect((await head(name))?.edits).toBe(1);
    }
    expect(await textOf('large')).toContain(more.slice(0, 100));
    expect(await shop.pass()).toMatchObject({ cases: 4, sealed: 4, missed: 0, dueAt: null, claim: null });
    const { items } = await shop.services.audit.page({ limit: 10, after: null });
    expect(items).toMatchObject([{ who: 'ann', action: 'recordings.sealed', subject: { recordings: 4 } }]);
    stage.survive(0);
    expect(await shop.seal(true)).toEqual({ failed: 0 });
  });

  test('continues after it was killed at any write: all are sealed, each once', async () => {
    for (const survived of [0, 1, 2, 5, 9, 12, 13]) {
      const names = named(10).map((name) => `${survived}-${name}`);
      await add(names);
      await shop.rules({ header: `x-${survived}`, seal: true }, RULE);
      await shop.start();
      stage.survive(survived);
      await shop.seal();
      stage.survive();
      await shop.seal(true);
      for (const name of names) {
        expect(await textOf(name), `after ${survived} writes`).not.toContain('@shop.test');
        expect((await head(name))?.edits).toBe(1);
      }
      expect(await shop.pass()).toMatchObject({ dueAt: null, missed: 0 });
    }
  });

  test('says that it has counted too few after an interruption in a page, and not after one between pages', async () => {
    await add(named(101));
    await shop.rules(RULE);
    await shop.start();
    const { recordings } = shop.services;
    const { list } = recordings;
    const until = clock + 1000;
    recordings.list = async (...given) => {
      clock += 2000;
      return list(...given);
    };
    expect(await continueSealing(shop.services, 'shop', { until, due: clock + 1 })).toBe(true);
    recordings.list = list;
    expect(await shop.pass()).toMatchObject({ claim: null, cases: 100, sealed: 100, isAtLeast: false });
    await shop.seal();
    expect(await shop.pass()).toMatchObject({ cases: 101, sealed: 101, isAtLeast: false, dueAt: null });

    await add(['late']);
    await shop.start();
    // The claim, and the recording; what says so is lost.
    stage.survive(2);
    expect(await shop.seal()).toEqual({ failed: 1 });
    stage.survive();
    expect(await shop.seal()).toEqual({ failed: 0 });
    expect(await shop.pass()).toMatchObject({ claim: expect.any(String), cases: 0 });
    clock += 120_001;
    await shop.seal();
    expect(await shop.pass()).toMatchObject({ cases: 102, sealed: 0, missed: 0, isAtLeast: true, dueAt: null });
  });

  test('loses no version that is accepted, and no pin that is set, at the same time', async () => {
    await add(['accepted', 'late', 'pinned']);
    await shop.rules(RULE);
    const { recordings } = shop.services;
    const accept = async (name: string, read: Awaited<ReturnType<typeof editable>>) =>
      recordings.versions.accept(read, {
        payload: storedJson({
          request: orderCase('x', 0).request,
          response: response('new@shop.test'),
          calls: [],
          credentialMode: 'seal',
          acceptedVersion: { version: 2, at: clock },
        }),
        status: 200,
        accepted: { version: 2, before: 1, from: { planId: 'p', planItemId: `p:${name}` }, by: 'ann', at: clock },
      });
    const editable = async (name: string) => {
      const found = await recordings.versions.editable(`${tenant}-${name}`);
      if (found === undefined) throw new Error('there is no such case');
      return found;
    };
    const late = await editable('late');
    const { replacePayload } = recordings;
    const met = new Set<string>();
    recordings.replacePayload = async (caseId, sealed) => {
      const name = caseId.slice(tenant.length + 1);
      if (!met.has(name)) {
        met.add(name);
        if (name === 'accepted') expect(await accept(name, await editable(name))).toBe(true);
        if (name === 'pinned') await recordings.pin(caseId);
      }
      return replacePayload(caseId, sealed);
    };
    await shop.start();
    await shop.seal();
    recordings.replacePayload = replacePayload;
    expect(await shop.pass()).toMatchObject({ cases: 3, sealed: 3, missed: 0 });
    // Both versions are there, and both are sealed.
    expect(await recordings.versions.list(`${tenant}-accepted`)).toHaveLength(2);
    for (const { stored } of await recordings.versions.earlierPayloads(`${tenant}-accepted`))
      expect(Buffer.from((await stored.bytes()) ?? []).byteLength).toBeGreaterThan(0);
    for (const name of ['accepted', 'late', 'pinned']) expect(await textOf(name)).not.toContain('@shop.test');
    expect((await head('pinned'))?.pinned).toBe(true);
    // What was read before the recording was sealed is refused, so that it is read again.
    expect(await accept('late', late)).toBe(false);
  });

  test('takes no large recording away from a run that has read its row', async () => {
    await add(['large'], randomBytes(400_000).toString('base64'));
    const [read] = await shop.services.recordings.storedVersions([{ caseId: `${tenant}-large` }]);
    await shop.rules(RULE);
    await shop.start();
    await shop.seal();
    expect(await shop.pass()).toMatchObject({ sealed: 1 });
    expect(JSON.stringify(jsonOfStored((await read?.bytes()) ?? new Uint8Array()))).toContain('sealed.v1.');
  });

  test('is done by one worker at a time, and another takes over what is left after two minutes', async () => {
    await add(named(2));
    await shop.rules(RULE);
    await shop.start();
    const { recordings } = shop.services;
    const { list } = recordings;
    let lists = 0;
    recordings.list = async (...given) => {
      if (lists++ === 0) {
        expect(await shop.seal()).toEqual({ failed: 0 });
        expect(lists).toBe(1);
        clock += 120_001;
        expect(await shop.seal()).toEqual({ failed: 0 });
      }
      return list(...given);
    };
    await shop.seal();
    recordings.list = list;
    expect(await shop.pass()).toMatchObject({ cases: 2, sealed: 2, dueAt: null });
    for (const name of named(2)) expect((await head(name))?.edits).toBe(1);
  });

  test('waits longer after each fault, says so, and continues where it was', async () => {
    await add(named(2));
    await shop.rules(RULE);
    await shop.start();
    const { recordings } = shop.services;
    const { list } = recordings;
    recordings.list = async () => {
      throw new Error('no table');
    };
    expect(await shop.seal()).toEqual({ failed: 1 });
    expect(await shop.pass()).toMatchObject({ faults: 1, claim: null, dueAt: clock + 10_000 });
    expect(await shop.seal()).toEqual({ failed: 0 });
    clock += 10_001;
    expect(await shop.seal()).toEqual({ failed: 1 });
    expect(await shop.pass()).toMatchObject({ faults: 2, dueAt: clock + 20_000 });
    recordings.list = list;
    clock += 20_001;
    expect(await shop.seal()).toEqual({ failed: 0 });
    expect(await shop.pass()).toMatchObject({ faults: 0, sealed: 2, dueAt: null });
  });

  test('starts again with a further rule, and ends with its application', async () => {
    await add(named(2));
    await shop.rules(RULE);
    await shop.start();
    const { recordings } = shop.services;
    const { list } = recordings;
    recordings.list = async (...given) => {
      recordings.list = list;
      const page = await list(...given);
      await shop.rules(RULE, { path: '$.more', seal: true });
      await shop.start();
      return page;
    };
    await shop.seal();
    expect((await shop.pass())?.rules).toHaveLength(2);
    await shop.seal();
    expect(await shop.pass()).toMatchObject({ cases: 2, dueAt: null });
    await shop.start();
    recordings.list = async (...given) => {
      recordings.list = list;
      await recordings.personalData.passes.remove('shop');
      return list(...given);
    };
    expect(await shop.seal()).toEqual({ failed: 0 });
    expect(await shop.pass()).toBeNull();
  });
}
