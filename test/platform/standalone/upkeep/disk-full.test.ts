import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ingestLogs } from '../../../../functions/logs/api/ingest-logs.ts';
import { DiskReserved, isDiskFull } from '../../../../functions/platform/disk-full.ts';
import { faultFacts } from '../../../../functions/platform/fault-facts.ts';
import {
  consoleErrors,
  type EndpointFacts,
  openApiErrors,
  plainErrors,
  type Route,
} from '../../../../functions/platform/http/api.ts';
import { application } from '../../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../../functions/platform/http/families.ts';
import { problemErrors, problemOfError, withRequest } from '../../../../functions/platform/http/problem.ts';
import { fileBlobs } from '../../../../functions/platform/standalone/blobs.ts';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { guardGrowth } from '../../../../functions/platform/standalone/upkeep/guard-growth.ts';
import { createPlanByBody } from '../../../../functions/replay/api/create-plan.ts';
import { triggerReplay } from '../../../../functions/replay/api/trigger-replay.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const row = (id: number) => ({ pk: `row-${id}`, sk: 'a', data: randomBytes(100_000) });
const MESSAGE = 'the disk of the service is full; nothing was stored';

/** A table whose file has room for about ten rows, as `PRAGMA max_page_count` refuses more with SQLITE_FULL. */
function smallTable(makeRoom?: () => boolean) {
  const { dataDir, remove } = temporaryDataDir();
  const table = openTable(join(dataDir, 'service.sqlite'), () => 0, { maxPages: 300, makeRoom });
  cleanUps.push(remove, table.close);
  return { table, dataDir };
}

async function filled() {
  const { table } = smallTable();
  for (let id = 0; ; id++) {
    const fault = await table.put(row(id)).then(
      () => null,
      (cause: unknown) => cause,
    );
    if (fault !== null) return { table, fault, rows: id };
  }
}

describe('a full table file (SQLITE_FULL)', () => {
  test('refuses a write, allows reading and deleting, and then has room again', async () => {
    const { table, fault, rows } = await filled();
    expect(rows).toBeGreaterThan(5);
    expect(isDiskFull(fault)).toBe(true);
    expect((await table.get({ pk: 'row-0', sk: 'a' }))?.data).toHaveLength(100_000);
    for (const id of [0, 1]) expect(await table.remove({ pk: `row-${id}`, sk: 'a' })).toBe(true);
    expect(await table.put(row(100))).toBe(true);
  });

  test('is logged with the code of SQLite, and nothing of the row', async () => {
    const { fault } = await filled();
    expect(faultFacts(new Error('x', { cause: fault }))).toMatchObject({
      fault_cause: {
        fault_code: 'ERR_SQLITE_ERROR',
        sqlite_code: 13,
        sqlite_meaning: 'database or disk is full',
      },
    });
  });
});

describe('isDiskFull', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });
  const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
  test.for<[string, unknown, boolean]>([
    ['ENOSPC', coded('ENOSPC'), true],
    ['EDQUOT', coded('EDQUOT'), true],
    ['SQLITE_FULL', sqlite(13), true],
    ['SQLITE_IOERR_SHMSIZE', sqlite(4874), true],
    ['a cause', new Error('x', { cause: new Error('y', { cause: coded('ENOSPC') }) }), true],
    ['a write that was held back', new DiskReserved('x'), true],
    ['EIO', coded('EIO'), false],
    ['SQLITE_IOERR', sqlite(10), false],
    ['no error', 'ENOSPC', false],
  ])('decides about %s', ([, fault, expected]) => {
    expect(isDiskFull(fault)).toBe(expected);
  });
});

describe('the answer to a write that a full disk refused', () => {
  const world = { now: () => 0, newId: () => 'f'.repeat(32), log: silentLog };
  /** Asks a route whose answer fails with a real SQLITE_FULL. */
  async function answerOf(facts: Pick<EndpointFacts, 'path' | 'errors' | 'refusal' | 'fault'>, headers = {}) {
    const { fault } = await filled();
    const route: Route = {
      ...facts,
      method: 'POST',
      scope: null,
      doc: { id: 'route', tag: 'Runs', summary: 'x', responses: {} },
      answer: () => Promise.reject(fault),
    };
    const families = familiesOf([route], {
      openApi: true,
      openApiToken: null,
      publicUrl: 'http://localhost',
      allowedHosts: [],
    });
    const app = application({ families, world, callerOf: async () => null });
    const answer = await app.request(facts.path, { method: 'POST', headers, body: '{}' });
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
  }
  const CODE = { errorCode: 'INSUFFICIENT_STORAGE', errorMessage: MESSAGE };

  test('is 507 for the Open API', async () => {
    expect(await answerOf({ path: '/openapi/v1/things', errors: openApiErrors })).toMatchObject({
      status: 507,
      body: CODE,
    });
  });
  test('is 507 for plain endpoints', async () => {
    expect(await answerOf({ path: '/api/things', errors: plainErrors })).toMatchObject({ status: 507, body: CODE });
  });
  test('is responseCode 2 for the console', async () => {
    expect(await answerOf({ path: '/api/things', errors: consoleErrors })).toMatchObject({
      status: 507,
      body: { responseStatusType: { responseCode: 2, responseDesc: MESSAGE } },
    });
  });
  test('is a problem for evaluation', async () => {
    const refusal: EndpointFacts['refusal'] = (error, request) => withRequest(problemOfError(error), request);
    expect(await answerOf({ path: '/api/v1/eval/things', errors: problemErrors, refusal })).toMatchObject({
      status: 507,
      type: 'application/problem+json',
      body: { code: 'insufficient_storage', detail: MESSAGE, status: 507, retryable: true },
    });
  });
  test('is INTERNAL_ERROR for a trigger, as table 7.1 has one code for faults of the service', async () => {
    expect(await answerOf({ ...triggerReplay })).toMatchObject({
      status: 200,
      body: { planId: null, statusUrl: null, errorCode: 'INTERNAL_ERROR', errorMessage: MESSAGE },
    });
  });
  test('names the cause for a plan of the console', async () => {
    expect(JSON.stringify(await answerOf({ ...createPlanByBody }))).toContain(MESSAGE);
  });
  test('is 503 for log exporters, which retry only that', async () => {
    expect(await answerOf({ ...ingestLogs }, { 'content-type': 'application/json' })).toMatchObject({
      status: 503,
      body: { code: 14, message: MESSAGE },
    });
  });

  test('is given on a low disk to requests that grow data only', async () => {
    const room = { isLow: () => true };
    const route = (grows: boolean): Route => ({
      method: 'POST',
      path: grows ? '/api/more' : '/api/less',
      scope: null,
      errors: plainErrors,
      ...(grows && { grows: true as const }),
      doc: { id: 'route', tag: 'Runs', summary: 'x', responses: {} },
      answer: async () => ({ status: 200, body: {} }),
    });
    const families = familiesOf(guardGrowth([route(true), route(false)], room), {
      openApi: true,
      openApiToken: null,
      publicUrl: 'http://localhost',
      allowedHosts: [],
    });
    const app = application({ families, world, callerOf: async () => null });
    expect((await app.request('/api/more', { method: 'POST' })).status).toBe(507);
    expect((await app.request('/api/less', { method: 'POST' })).status).toBe(200);
    room.isLow = () => false;
    expect((await app.request('/api/more', { method: 'POST' })).status).toBe(200);
  });
});

describe('blobs on a full disk', () => {
  test('leave no part of a blob that does not fit', async () => {
    const { dataDir } = smallTable();
    const blobs = fileBlobs(join(dataDir, 'blobs'));
    const broken = {
      async *[Symbol.asyncIterator]() {
        yield Buffer.from('half');
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    const fault = await blobs
      .receive('uploads/a', { sizeBytes: 10, sha256: '' }, broken)
      .catch((cause: unknown) => cause);
    expect(isDiskFull(fault)).toBe(true);
    expect(await blobs.get('uploads/a')).toBeUndefined();
  });
});
