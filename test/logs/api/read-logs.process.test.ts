import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EveryService } from '../../support/services-for.ts';
import { exportOf, iso, type LogStage, openLogStage, recordAt, SPAN, T, TRACE } from './log-stage.ts';

const WINDOW = { trace_id: TRACE, since: iso(0), until: iso(60_000) };
const refused = (text: string) => ({ responseStatusType: { responseCode: 1, responseDesc: text } });

describe('GET /api/recorder/logs (spec 2.8, 4.9)', () => {
  let stage: LogStage;
  beforeAll(async () => {
    stage = await openLogStage();
  });
  afterAll(() => stage.close());
  const rowsOf = async (query: Record<string, string>) => (await stage.found(query)).rows;

  test('answers with lookup, rows and warnings only', async () => {
    await stage.post(exportOf(recordAt(5, 'only')));
    const answer = await stage.lookup(WINDOW);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({
      lookup: { type: 'trace', value: TRACE, since: WINDOW.since, until: WINDOW.until },
      rows: [
        {
          timestamp: iso(5),
          severity: 'INFO',
          body: 'only',
          service_name: 'shop',
          source: 'app',
          trace_id: TRACE,
          span_id: SPAN,
        },
      ],
      warnings: [],
    });
  });

  test('returns an empty list for rows of another trace or of none', async () => {
    expect(await rowsOf({ ...WINDOW, trace_id: 'f'.repeat(32) })).toEqual([]);
    expect(await rowsOf({ ...WINDOW, trace_id: '#'.repeat(3000) })).toEqual([]);
  });

  test('includes since and excludes until, to the millisecond', async () => {
    await stage.post(exportOf(...[99_999, 100_000, 100_001].map((ms) => recordAt(ms, `at ${ms}`))));
    const bodies = async (since: number, until: number) =>
      (await rowsOf({ trace_id: TRACE, since: iso(since), until: iso(until) })).map(({ body }) => body);
    expect(await bodies(100_000, 100_001)).toEqual(['at 100000']);
    expect(await bodies(99_999, 100_001)).toEqual(['at 99999', 'at 100000']);
    expect(await bodies(100_001, 200_000)).toEqual(['at 100001']);
    expect(await bodies(100_002, 200_000)).toEqual([]);
  });

  test('returns no row for a window within one millisecond, and each row once for windows that meet inside one', async () => {
    await stage.post(exportOf(recordAt(1500, 'inside')));
    const at = (digits: string) => iso(1500).replace('Z', `${digits}Z`);
    const between = (since: string, until: string) => rowsOf({ ...WINDOW, since, until });
    expect(await between(at('1'), at('2'))).toEqual([]);
    const halves = [...(await between(iso(1400), at('4'))), ...(await between(at('4'), iso(1600)))];
    expect(halves.map(({ body }) => body)).toEqual(['inside']);
  });

  test('sorts rows by timestamp, then by arrival, over many pages and exports', async () => {
    const at = 1_000_000;
    const expected: string[] = [];
    for (let part = 0; part < 4; part++) {
      const records = Array.from({ length: 300 }, (_, n) => recordAt(at + (n % 3), `${n % 3} ${part} ${n}`));
      await stage.post(exportOf(...records));
      expected.push(...records.map(({ body }) => body.stringValue));
    }
    const rows = await rowsOf({ trace_id: TRACE, since: iso(at), until: iso(at + 3) });
    expect(rows.map(({ body }) => body)).toEqual(
      expected.toSorted((a, b) => Number(a[0]) - Number(b[0])), // toSorted is stable
    );
  });

  test('returns a body of megabytes whole', async () => {
    const body = 'longest line, 价格 '.repeat(150_000);
    await stage.post(exportOf(recordAt(2_000_000, body)));
    expect((await rowsOf({ trace_id: TRACE, since: iso(2_000_000), until: iso(2_000_001) }))[0]?.body).toBe(body);
  });

  test('skips rows of a newer schema, with one warning', async () => {
    await stage.post(exportOf(...[0, 1, 2].map((n) => recordAt(3_000_000 + n, `row ${n}`))));
    const { items } = await stage.world.table.query({ pk: `T#default#LOG#${TRACE}`, from: `00${T + 3_000_000}` });
    const [first, second] = items;
    for (const item of [first, second]) if (item) await stage.world.table.put({ ...item, schema: 2, body: 7 });
    const answer = await stage.found({ trace_id: TRACE, since: iso(3_000_000), until: iso(3_000_003) });
    expect(answer.rows.map(({ body }) => body)).toEqual(['row 2']);
    expect(answer.warnings).toEqual(['rows of a newer schema version were skipped: this reader knows version 1']);
  });

  test('skips a row whose large body is gone, with a warning', async () => {
    await stage.post(exportOf(recordAt(4_000_000, 'x'.repeat(100_000))));
    const { items } = await stage.world.table.query({ pk: `T#default#LOG#${TRACE}`, from: `00${T + 4_000_000}` });
    await stage.world.blobs.remove(String(items[0]?.blob));
    const answer = await stage.lookup({ trace_id: TRACE, since: iso(4_000_000), until: iso(4_000_001) });
    expect(await answer.json()).toMatchObject({ rows: [], warnings: [expect.stringContaining('no longer stored')] });
  });

  test('answers every failure with HTTP 200 and its text, without a timestamp', async () => {
    const answer = await stage.lookup({ ...WINDOW, plan_id: 'p' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(refused('unsupported logs query parameter: plan_id'));
    expect(await (await stage.lookup({})).json()).toEqual(refused('trace_id is required'));
  });

  test('refuses requests without a credential, and with one that may not read', async () => {
    expect((await fetch(`${stage.url}/api/recorder/logs`)).status).toBe(401);
    const headers = { 'x-api-key': await stage.keyWith('record') };
    expect((await fetch(`${stage.url}/api/recorder/logs`, { headers })).status).toBe(403);
  });

  test.for(['/api/record-logs/x', '/api/replay-logs/x', '/api/replay-logs', '/api/recorder/logs/x'])(
    'has no path %s (spec 4.9, rule 3)',
    async (path) => {
      expect((await fetch(`${stage.url}${path}`)).status).toBe(404);
    },
  );
});

test('GET /api/recorder/logs reads large bodies a few at a time', async () => {
  const stage = await openLogStage();
  const bodies = Array.from({ length: 6 }, (_, n) => String(n).repeat(600 * 1024));
  await stage.post(exportOf(...bodies.map((body, n) => recordAt(n, body))));
  const pages: number[] = [];
  for await (const page of stage.services.logRows.rowsOf(TRACE, T, T + 60_000).pages()) pages.push(page.length);
  expect(pages.filter((rows) => rows > 0)).toEqual([2, 2, 2]);
  expect((await stage.found(WINDOW)).rows.map(({ body }) => body)).toEqual(bodies);
  await stage.close();
});

test('GET /api/recorder/logs does not ask the store for an invalid trace id', async () => {
  const stage = await openLogStage();
  const rows = stage.services.logRows.rowsOf('#'.repeat(3000), 0, 1).pages();
  expect(await rows.next()).toEqual({ done: true, value: undefined });
  await stage.close();
});

test('rows of logs expire with SVC_LOG_RETENTION_HOURS', async () => {
  const stage = await openLogStage({ SVC_LOG_RETENTION_HOURS: '2' });
  const before = Date.now();
  await stage.post(exportOf(recordAt(0, 'x')));
  const { items } = await stage.world.table.query({ pk: `T#default#LOG#${TRACE}` });
  expect(Number(items[0]?.expiresAt) - before).toBeGreaterThanOrEqual(2 * 3_600_000);
  expect(Number(items[0]?.expiresAt) - before).toBeLessThan(2 * 3_600_000 + 60_000);
  await stage.close();
});

describe('the pipeline (spec 7.4)', () => {
  const unreadable = ({ logRows }: EveryService): Partial<EveryService> => ({
    logRows: {
      ...logRows,
      rowsOf() {
        throw new Error('must not be read');
      },
    },
  });

  test('fails lookups fast when it is switched off, after all other checks and before any read', async () => {
    const stage = await openLogStage({ SVC_LOG_PIPELINE: 'off' }, unreadable);
    expect(await (await stage.lookup(WINDOW)).json()).toEqual(refused('log pipeline is disabled'));
    expect(await (await stage.lookup({ ...WINDOW, since: 'x' })).json()).toEqual(
      refused('since and until must be ISO-8601 UTC timestamps'),
    );
    const taken = await stage.post(exportOf(recordAt(0, 'x'), recordAt(1, 'y')));
    expect(await taken.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: '2' } });
    await stage.close();
  });

  test('is unavailable when the store does not answer, and refuses invalid lookups without asking it', async () => {
    const stage = await openLogStage({}, ({ logRows }) => ({
      logRows: { ...logRows, rowsOf: (...asked) => failing(logRows.rowsOf(...asked), 0) },
    }));
    expect(await (await stage.lookup(WINDOW)).json()).toEqual(refused('log pipeline is unavailable'));
    expect(await (await stage.lookup({ ...WINDOW, limit: '1' })).json()).toEqual(
      refused('unsupported logs query parameter: limit'),
    );
    expect(stage.logged.map(({ message }) => message)).toEqual(['log rows could not be read']);
    expect(JSON.stringify(stage.logged)).not.toContain('canary');
    await stage.close();
  });

  test('cuts the connection when the store fails in the middle of an answer', async () => {
    const stage = await openLogStage({}, ({ logRows }) => ({
      logRows: { ...logRows, rowsOf: (...asked) => failing(logRows.rowsOf(...asked), 1) },
    }));
    await stage.post(exportOf(...Array.from({ length: 500 }, (_, n) => recordAt(n, `row ${n}`))));
    const answer = await stage.lookup(WINDOW);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(stage.logged.map(({ message }) => message)).toContain('a response ended early');
    expect(JSON.stringify(stage.logged)).not.toContain('canary');
    await stage.close();
  });
});

/** The same rows from a store that fails after so many pages. */
function failing(rows: ReturnType<EveryService['logRows']['rowsOf']>, after: number): typeof rows {
  return {
    ...rows,
    async *pages() {
      let read = 0;
      for await (const page of rows.pages()) {
        if (read++ === after) break;
        yield page;
      }
      throw new Error('canary');
    },
  };
}
