import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { sendingLanes } from '../../../functions/replay/domain/lanes.ts';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { selectCases } from '../../../functions/replay/steps/select-cases.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { testSealer } from '../../support/test-sealer.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const token = (name: string) => `token-${name}`.padEnd(40, '0');

let directory: string;
let table: StandaloneTable;
let recordings: RecordingStore;
let keepSessions: boolean;
let plans = 0;
let number = 0;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'select-'));
  table = openTable(':memory:', () => NOW);
  recordings = recordingStore(
    { table, blobs: fileBlobs(directory), now: () => NOW, elapsed: () => performance.now(), newId: () => 'writer' },
    'default',
    {
      retentionMs: 96 * 60 * MINUTE,
    },
  );
  keepSessions = true;
  number = 0;
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Recorded {
  /** Minutes before now. */
  ago: number;
  method?: string;
  sends?: string;
  issues?: Record<string, string>;
  body?: string;
  status?: number;
  session?: string;
}

async function record(path: string, { ago, method = 'GET', sends, issues, body, status = 200, session }: Recorded) {
  const parsed = parseCase(
    {
      appId: 'shop',
      caseId: `${path.slice(1)}-${++number}`,
      recordedAt: new Date(NOW - ago * MINUTE).toISOString(),
      session,
      request: {
        method,
        path,
        headers: sends === undefined ? [] : [['authorization', `Bearer ${sends}`]],
        body,
      },
      response: { status, headers: [], body: JSON.stringify(issues ?? {}) },
    },
    { now: NOW, newId: () => 'f'.repeat(32), settings: DEFAULT_SETTINGS, sealer: testSealer },
  );
  if (!parsed.ok) throw new Error(parsed.message);
  await recordings.add([parsed.value]);
}

/**
 * Selects the cases of the last `minutes` of endpoints; the requests of each lane, those that prepare it in brackets.
 */
async function selected({
  minutes = 30,
  operations = null as string[] | null,
  caseCountLimit = 1000,
  order = undefined as ReplayPlan['order'],
  concurrency = 10,
} = {}) {
  const results = resultStore({ table, blobs: fileBlobs(directory) }, 'default');
  const store = planStore(table, 'default');
  const plan: ReplayPlan = {
    planId: `plan-${++plans}`,
    appId: 'shop',
    targetEnv: 'http://127.0.0.1:1',
    operations: operations?.map((operation) => ({ operation, caseIds: null })) ?? null,
    caseSource: 'rolling',
    caseFrom: NOW - minutes * MINUTE,
    caseTo: NOW + 1,
    caseCountLimit,
    caseTags: {},
    order,
    enableMock: false,
    planName: 'plan',
    operator: 'test',
    source: 'trigger',
    load: { maxQps: 10, concurrency, timeoutMs: 1000 },
    sealedPassThreshold: null,
    resultShards: null,
    createdAt: NOW,
    expiresAt: NOW + 1e9,
    status: 'PENDING',
    round: 1,
  };
  await store.lock('shop', plan.planId, NOW);
  await store.create(plan, null, null);
  const applications = {
    settings: async () => ({ ...DEFAULT_SETTINGS, replay: { ...DEFAULT_SETTINGS.replay, keepSessions } }),
  };
  const selection = await selectCases.run(
    { tenant: 'default', planId: plan.planId, round: 1 },
    {
      plans: store,
      results,
      recordings,
      applications: { ...applicationStore(table, 'default'), ...applications },
      caseManifests: { jsonOf: async () => null },
      work: workInPlace,
      maxWorkers: 10,
    },
    new AbortController().signal,
  );
  const chunk = await results.findChunk(plan.planId, 1, 0);
  const lanes = chunk ? sendingLanes(chunk) : [];
  const requests = chunk?.cases.length ?? 0;
  return {
    selection,
    chunk,
    lanes: lanes.map((lane) => lane.map(({ caseId, item }) => (item < requests ? caseId : `(${caseId})`)).join(' ')),
  };
}

const A = token('ann');
const B = token('bob');

describe('a session whose beginning is before the window (docs/sessions.md)', () => {
  test('is completed by its login, which does not count as a request', async () => {
    await record('/login', { ago: 60, method: 'POST', issues: { accessToken: A } });
    await record('/old', { ago: 50, sends: A });
    await record('/cart', { ago: 20, sends: A });
    await record('/orders', { ago: 10, sends: A });
    const { selection, lanes, chunk } = await selected();
    expect(lanes).toEqual(['(login-1) cart-3 orders-4']);
    expect(selection).toMatchObject({ requests: 2, sessions: { total: 1, completed: 1, cut: 0, preparation: 1 } });
    expect(chunk?.preparation).toMatchObject([{ item: 2, before: 0 }]);
  });

  test('counts a login that is chosen as a request', async () => {
    await record('/login', { ago: 20, method: 'POST', issues: { accessToken: A } });
    await record('/cart', { ago: 10, sends: A });
    const { selection, lanes } = await selected();
    expect(lanes).toEqual(['login-1 cart-2']);
    expect(selection).toMatchObject({ requests: 2, sessions: { total: 1, completed: 0, cut: 0, preparation: 0 } });
  });

  test.for<[name: string, options: Parameters<typeof selected>[0]]>([
    ['out of scope', { operations: ['/cart'] }],
    ['beyond the limit', { operations: ['/cart', '/login'], caseCountLimit: 1 }],
  ])('is completed by a login %s', async ([, options]) => {
    await record('/login', { ago: 20, method: 'POST', issues: { accessToken: A } });
    await record('/cart', { ago: 10, sends: A });
    await record('/login', { ago: 5, method: 'POST', issues: { accessToken: B } });
    const { lanes } = await selected(options);
    expect(lanes).toContain('(login-1) cart-2');
  });

  test('is completed by the renewal of a renewed token, and by the login of that', async () => {
    await record('/login', { ago: 60, method: 'POST', issues: { accessToken: A, refreshToken: token('renews') } });
    const body = JSON.stringify({ refreshToken: token('renews') });
    await record('/refresh', { ago: 50, method: 'POST', body, issues: { accessToken: B } });
    await record('/cart', { ago: 10, sends: B });
    expect(await selected()).toMatchObject({
      lanes: ['(login-1) (refresh-2) cart-3'],
      selection: { requests: 1, sessions: { total: 1, completed: 1, cut: 0, preparation: 2 } },
    });
  });

  test('has a renewal that is not in scope sent in its place', async () => {
    await record('/login', { ago: 25, method: 'POST', issues: { accessToken: A, refreshToken: token('renews') } });
    await record('/cart', { ago: 20, sends: A });
    const body = JSON.stringify({ refreshToken: token('renews') });
    await record('/refresh', { ago: 15, method: 'POST', body, issues: { accessToken: B } });
    await record('/cart', { ago: 10, sends: B });
    expect((await selected({ operations: ['/cart', '/login'] })).lanes).toEqual(['login-1 cart-2 (refresh-3) cart-4']);
  });

  test('is cut without a recorded login', async () => {
    await record('/cart', { ago: 20, sends: A });
    await record('/login', { ago: 15, method: 'POST', issues: { accessToken: B } });
    await record('/cart', { ago: 10, sends: B });
    expect((await selected()).selection).toMatchObject({
      requests: 3,
      sessions: { total: 2, completed: 0, cut: 1, preparation: 0 },
    });
  });

  test('is completed also when its name is given', async () => {
    await record('/login', { ago: 60, method: 'POST', issues: { accessToken: A }, session: 'mine' });
    await record('/cart', { ago: 20, sends: A, session: 'mine' });
    expect((await selected()).lanes).toEqual(['(login-1) cart-2']);
  });

  test('is replayed with a login that came in later', async () => {
    await record('/cart', { ago: 10, sends: A });
    await record('/login', { ago: 20, method: 'POST', issues: { refreshToken: B, accessToken: A } });
    await record('/orders', { ago: 5, sends: A });
    expect((await selected()).lanes).toEqual(['login-2 cart-1 orders-3']);
  });

  test.for<[ReplayPlan['order'], string]>([
    ['sessions', 'login-1 late-3 logout-2 refused-4'],
    ['recorded', 'login-1 logout-2 late-3 refused-4'],
  ])('has a logout in the order %s, with refused requests behind it', async ([order, expected]) => {
    await record('/login', { ago: 20, method: 'POST', issues: { accessToken: A } });
    await record('/logout', { ago: 15, method: 'POST', sends: A });
    await record('/late', { ago: 14, sends: A });
    await record('/refused', { ago: 13, sends: A, status: 401 });
    expect((await selected({ order })).lanes).toEqual([expected]);
  });

  test.for<[ReplayPlan['order'], workers: number]>([
    ['sessions', 3],
    ['recorded', 1],
  ])('has, with chunks in the order %s, %i workers', async ([order, workers]) => {
    for (let at = 0; at < 150; at++) await record(`/cart${at}`, { ago: 20, session: `s${at % 3}` });
    const { selection } = await selected({ order, concurrency: 50 });
    expect(selection).toMatchObject({ chunks: workers, workers });
  });

  test('is split into single requests without added ones if the setting is off', async () => {
    keepSessions = false;
    await record('/login', { ago: 60, method: 'POST', issues: { accessToken: A } });
    await record('/cart', { ago: 20, sends: A });
    await record('/logout', { ago: 15, method: 'POST', sends: A });
    await record('/orders', { ago: 10, sends: A });
    const { selection, lanes } = await selected();
    expect(lanes).toEqual(['cart-2', 'logout-3', 'orders-4']);
    expect(selection).toMatchObject({ requests: 3 });
    expect(selection).not.toHaveProperty('sessions');
  });
});
