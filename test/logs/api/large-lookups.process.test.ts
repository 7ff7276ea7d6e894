import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logRows } from '../../../cli/log-row-reader.ts';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import { MAX_WRITING_MS } from '../../../functions/logs/service/delivered-lookup.ts';
import { lookupFileStore } from '../../../functions/logs/store/lookup-files.ts';
import { SIGNED_MS } from '../../../functions/platform/blob-key.ts';
import { WORLD_DEFAULTS } from '../../../functions/platform/settings/world-defaults.ts';
import type { Blobs } from '../../../functions/platform/world.ts';
import type { EveryService } from '../../support/services-for.ts';
import { exportOf, iso, type LogStage, openLogStage, recordAt, T, TRACE } from './log-stage.ts';

const WINDOW = { trace_id: TRACE, since: iso(0), until: iso(60_000) };
const UNAVAILABLE = { responseStatusType: { responseCode: 1, responseDesc: 'log pipeline is unavailable' } };

/** The clock of the stage, in ms. */
let now = T;
/** What the endpoint may stream; what fails. */
let limit: number | null;
let fails: Partial<Blobs>;
let elapsed: () => number;

const around = (services: EveryService): Partial<EveryService> => ({
  get config() {
    return { ...services.config, maxStreamedBytes: limit };
  },
  get lookupFiles() {
    const { blobs, newId } = services;
    return lookupFileStore({ blobs: { ...blobs, ...fails }, newId }, 'default');
  },
  get elapsed() {
    return elapsed;
  },
});

let stage: LogStage;
beforeAll(async () => {
  stage = await openLogStage({}, around, () => now);
});
afterAll(() => stage.close());
beforeEach(() => {
  now = T;
  limit = null;
  fails = {};
  elapsed = () => 0;
  stage.logged.length = 0;
});

/** The address in an answer, at the port of the stage. */
const addressIn = (answer: Response) => {
  const url = new URL(answer.headers.get('location') ?? '');
  return `${stage.url}${url.pathname}${url.search}`;
};

describe('lookups of more bytes than may be streamed (spec 4.9, rule 1)', () => {
  let whole: string;
  beforeAll(async () => {
    await stage.post(exportOf(...Array.from({ length: 2500 }, (_, n) => recordAt(n, `row ${n}, 价格`))));
    limit = null;
    whole = await (await stage.lookup(WINDOW)).text();
  });

  test('stream up to the limit, and have the same bytes at an address beyond it', async () => {
    const size = Buffer.byteLength(whole);
    expect(JSON.parse(whole).rows).toHaveLength(2500);
    limit = size;
    const streamed = await stage.lookup(WINDOW);
    expect(streamed.status).toBe(200);
    expect(streamed.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await streamed.text()).toBe(whole);

    limit = size - 1;
    const answer = await stage.lookup(WINDOW);
    expect(answer.status).toBe(307);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      url: answer.headers.get('location'),
      expiresAt: new Date(T + SIGNED_MS).toISOString(),
    });
    const stored = await fetch(addressIn(answer));
    expect(stored.status).toBe(200);
    expect(stored.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await stored.text()).toBe(whole);
  });

  test('write a file of their own each', async () => {
    limit = 1000;
    const paths = [];
    for (let n = 0; n < 2; n++) paths.push(new URL(addressIn(await stage.lookup(WINDOW))).pathname);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect(path).toMatch(/^\/blobs\/uploads\/lookups\/default\/[0-9a-f]+\/log-rows\.json$/);
  });

  test('give an address to no caller who may not look up', async () => {
    limit = 1000;
    const path = `${stage.url}/api/recorder/logs?${new URLSearchParams(WINDOW)}`;
    for (const [status, headers] of [
      [401, {}],
      [401, { 'x-api-key': 'unknown' }],
      [403, { 'x-api-key': await stage.keyWith('record') }],
    ] as const) {
      const answer = await fetch(path, { headers, redirect: 'manual' });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('location')).toBeNull();
      expect(await answer.text()).not.toContain('signature');
    }
    const reader = await fetch(path, { headers: { 'x-api-key': await stage.keyWith('read') }, redirect: 'manual' });
    expect(reader.status).toBe(307);
  });

  test('give an address of one file, for 15 minutes, to read', async () => {
    limit = 1000;
    const [one, other] = [addressIn(await stage.lookup(WINDOW)), addressIn(await stage.lookup(WINDOW))];
    const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;
    expect(await statusOf(one)).toBe(200);
    const moved = new URL(one);
    moved.pathname = new URL(other).pathname;
    expect(await statusOf(moved.href)).toBe(403);
    expect(await statusOf(one.replace(/expires=\d+/, `expires=${T + 10 * SIGNED_MS}`))).toBe(403);
    expect(await statusOf(one.replace(/[?].*/, ''))).toBe(403);
    expect(await statusOf(one, { method: 'PUT', body: 'other rows' })).toBe(403);
    expect(await statusOf(one, { method: 'DELETE' })).toBe(403);
    now = T + SIGNED_MS - 1;
    expect(await statusOf(one)).toBe(200);
    now = T + SIGNED_MS;
    expect(await statusOf(one)).toBe(403);
  });

  test('say that the pipeline is unavailable if the file cannot be written, and log no address', async () => {
    limit = 1000;
    fails = { putStream: () => Promise.reject(new Error('https://bucket.test/?signature=x')) };
    const answer = await stage.lookup(WINDOW);
    expect([answer.status, await answer.json()]).toEqual([200, UNAVAILABLE]);
    expect(stage.logged.map(({ message }) => message)).toContain('log rows could not be read');
    expect(JSON.stringify(stage.logged)).not.toContain('signature');
  });

  test('fail before their caller stops waiting', async () => {
    limit = 1000;
    let at = 0;
    elapsed = () => at++ * (MAX_WRITING_MS / 2);
    expect(await (await stage.lookup(WINDOW)).json()).toEqual(UNAVAILABLE);
  });

  test('log no address', async () => {
    limit = 1000;
    const address = addressIn(await stage.lookup(WINDOW));
    expect(JSON.stringify(stage.logged)).not.toContain(new URL(address).searchParams.get('signature'));
  });
});

describe('lookups of very many bytes', () => {
  const BODY = 'a line of a log, and another one. '.repeat(30_000);
  const rowOf = (n: number): LogRow => ({
    timestamp: T + 100_000 + n,
    severity: 'INFO',
    body: `${n} ${BODY}`,
    service_name: 'shop',
    source: 'app',
    trace_id: TRACE,
  });
  const windowOf = (rows: number) => ({ trace_id: TRACE, since: iso(100_000), until: iso(100_000 + rows) });
  beforeAll(async () => {
    for (let n = 0; n < 200; n += 20)
      await stage.services.logRows.append(Array.from({ length: 20 }, (_, k) => rowOf(n + k)));
  });

  /** Bodies that an answer has in its order, by their first word, if they are whole. */
  async function numbersIn(chunks: AsyncIterable<Uint8Array> | null): Promise<{ numbers: string[]; bytes: number }> {
    const numbers: string[] = [];
    let bytes = 0;
    async function* counted() {
      for await (const chunk of chunks ?? []) {
        bytes += chunk.byteLength;
        yield chunk;
      }
    }
    for await (const text of logRows(counted())) {
      const { body } = JSON.parse(text);
      numbers.push(body.endsWith(BODY) ? body.slice(0, -BODY.length).trim() : 'torn');
    }
    return { numbers, bytes };
  }
  const upTo = (rows: number) => Array.from({ length: rows }, (_, n) => String(n));

  test('stream from a file what is too long to be held', async () => {
    limit = WORLD_DEFAULTS.aws.maxStreamedBytes;
    const answer = await stage.lookup(windowOf(30));
    expect(answer.status).toBe(200);
    expect((await numbersIn(answer.body)).numbers).toEqual(upTo(30));
  });

  test('bring every row by an address beyond the 200 MB of Lambda', async () => {
    limit = WORLD_DEFAULTS.aws.maxStreamedBytes;
    const answer = await stage.lookup(windowOf(200));
    expect(answer.status).toBe(307);
    const { numbers, bytes } = await numbersIn((await fetch(addressIn(answer))).body);
    expect(bytes).toBeGreaterThan(200_000_000);
    expect(numbers).toEqual(upTo(200));
  }, 60_000);
});
