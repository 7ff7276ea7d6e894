import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { type ImportBatch, importBatches } from '../../cli/import/import-batches.ts';
import { MAX_REQUEST_BYTES, PART_BYTES, PART_EXCHANGES } from '../../cli/import/upload-file.ts';
import { type ImportOptions, importCases } from '../../functions/recordings/domain/importers/import-cases.ts';

const folder = mkdtempSync(join(tmpdir(), 'replay-import-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (bytes: Uint8Array) => {
  const file = join(folder, `${readdirSync(folder).length}`);
  writeFileSync(file, bytes);
  return file;
};

const taken = (bytes: Uint8Array, format: string, first = 0, sessions: ImportOptions['sessions'] = null) => {
  const cases = importCases(bytes, {
    format,
    appId: 'shop',
    now: 0,
    recordedAt: 'original',
    first,
    sessions,
  });
  if (!cases.ok) throw new Error(cases.message);
  return cases.value.cases;
};

/** The batches of a file, and everything that the service reads in them. */
async function sent(file: string, format: string, { skip = 0, stdin = '' as string | Buffer } = {}) {
  const batches: ImportBatch[] = [];
  for await (const batch of importBatches(file, { format, skip, stdin: Readable.from([stdin]) }))
    batches.push(batch.kind === 'part' ? { ...batch, body: Buffer.from(batch.body) } : batch);
  const read = await Promise.all(
    batches.map((batch) =>
      batch.kind === 'part'
        ? taken(batch.body, format, batch.first, batch.sessions)
        : batch.kind === 'rejected'
          ? batch.reasons.map((reason) => ({ reason }))
          : [],
    ),
  );
  return { batches, cases: read.flat() };
}

/** Comparing texts of megabytes member by member takes long. */
const digestOf = (value: unknown) => hash('sha256', JSON.stringify(value));
/** Batches with a digest in place of each body. */
const digested = (batches: readonly ImportBatch[]) =>
  batches.map((batch) => ('body' in batch ? { ...batch, body: hash('sha256', batch.body) } : batch));

const harOf = (count: number, entryOf: (n: number) => object) =>
  Buffer.from(
    JSON.stringify({
      log: { version: '1.2', pages: [], entries: Array.from({ length: count }, (_, n) => entryOf(n)) },
    }),
  );
const entry = (n: number, text = 'x'.repeat(n % 7 === 0 ? 40_000 : 10)) => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  request: { method: 'GET', url: `http://shop.test/orders/${n}` },
  response: { status: 200, content: { mimeType: 'text/plain', text } },
});
const HAR = harOf(1200, (n) => entry(n));

const SEPARATOR = '\n🐵🙈🙉\n';
const NS = 1_763_632_800_000_000_000n;
const asked = (id: string, n: number) => `1 ${id} ${NS + BigInt(n)}\nGET /orders/${n} HTTP/1.1\r\n\r\n`;
const answered = (id: string, n: number, body: string) =>
  `2 ${id} ${NS + BigInt(n)} 1000\nHTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const goReplayOf = (records: readonly string[]) => Buffer.from(records.map((record) => record + SEPARATOR).join(''));
const COUNT = 1200;
const numbers = Array.from({ length: COUNT }, (_, n) => n);
/** Few ids, every response long after its request, and some records in no exchange. */
const GOREPLAY = goReplayOf([
  ...numbers.map((n) => asked(`${n % 5}`, n)),
  'nonsense',
  ...numbers.map((n) => answered(`${n % 5}`, COUNT + n, `${n}`.padEnd(n % 7 === 0 ? 60_000 : 10))),
  answered('none', 0, ''),
]);

const wholes = new Map<Buffer, string>();
/** What the service reads in a whole file. */
function wholeDigestOf(file: Buffer, format: string): string {
  const whole = wholes.get(file) ?? digestOf(taken(file, format, 0, 'inferred'));
  wholes.set(file, whole);
  return whole;
}

describe('the import of files in parts', () => {
  test('gives a HAR of two users a session for each, across parts', async () => {
    const file = harOf(1200, (n) => ({
      ...entry(n),
      request: { ...entry(n).request, headers: [{ name: 'authorization', value: `Bearer token-of-user-${n % 2}` }] },
    }));
    const { batches, cases } = await sent(fileOf(file), 'har');
    expect(batches.map((batch) => batch.kind === 'part' && batch.sessions)).toContainEqual({
      sessionBy: 'authorization',
    });
    const sessions = cases.map((one) => 'input' in one && one.input.session);
    expect(sessions[0]).not.toBe(sessions[1]);
    expect(sessions).toEqual(sessions.map((_, n) => sessions[n % 2]));
    expect(digestOf(cases)).toBe(digestOf(taken(file, 'har', 0, 'inferred')));
  });

  test.for<[name: string, format: string, file: Buffer, plain: Buffer]>([
    ['a HAR', 'har', HAR, HAR],
    ['a HAR in UTF-16', 'har', Buffer.from(`\uFEFF${HAR}`, 'utf16le'), HAR],
    ['a GoReplay file', 'goreplay', GOREPLAY, GOREPLAY],
    ['a gzipped GoReplay file', 'goreplay', gzipSync(GOREPLAY), GOREPLAY],
    ['a gzipped GoReplay file that was cut', 'goreplay', gzipSync(GOREPLAY).subarray(0, -8), GOREPLAY],
  ])('gives the same cases with the same ids as an import of the whole: %s', async ([, format, file, plain]) => {
    const whole = wholeDigestOf(plain, format);
    const { batches, cases } = await sent(fileOf(file), format);
    expect(digestOf(cases)).toBe(whole);
    const parts = batches.filter((batch) => batch.kind === 'part');
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts.map(({ body }) => body.length))).toBeLessThanOrEqual(PART_BYTES + 100 * PART_EXCHANGES);
    expect(digestOf((await sent('-', format, { stdin: file })).cases)).toBe(whole);
  });

  test('states the newest exchange of the whole file in every part, and how much has been read', async () => {
    const { batches } = await sent(fileOf(HAR), 'har');
    expect(new Set(batches.map((batch) => batch.kind === 'part' && batch.newest))).toEqual(
      new Set([Date.UTC(2026, 0, 1) + 1199_000]),
    );
    const read = batches.map((batch) => batch.read ?? 0);
    expect(read).toEqual(read.toSorted((a, b) => a - b));
    expect(read.at(-1)).toBe(1);
  });

  test.for<[string, Buffer]>([
    ['har', HAR],
    ['goreplay', GOREPLAY],
  ])('repeats the same parts when the first ones are skipped (%s)', async ([format, bytes]) => {
    const file = fileOf(bytes);
    const { batches } = await sent(file, format);
    expect(digested((await sent(file, format, { skip: 2 })).batches)).toEqual(digested(batches.slice(2)));
  });

  test('rejects an exchange that no request can hold, and keeps the ids of the others', async () => {
    const file = harOf(3, (n) => entry(n, 'x'.repeat(n === 1 ? MAX_REQUEST_BYTES : 10)));
    const { batches, cases } = await sent(fileOf(file), 'har');
    expect(batches.map(({ kind, first }) => [kind, first])).toEqual([
      ['part', 0],
      ['rejected', 1],
      ['part', 2],
    ]);
    expect(cases[1]).toEqual({ reason: 'the exchange is larger than 6 MiB, the limit of a request' });
    const small = taken(
      harOf(3, (n) => entry(n, 'x'.repeat(10))),
      'har',
      0,
      'inferred',
    );
    expect([cases[0], cases[2]]).toEqual([small[0], small[2]]);
  });

  test.for<[name: string, format: string, file: string | Buffer, code: string]>([
    ['a HAR that is cut', 'har', HAR.subarray(0, -1), 'UNREADABLE_IMPORT'],
    ['a HAR with an entry that is not JSON', 'har', '{"log":{"entries":[{},{"a":}]}}', 'UNREADABLE_IMPORT'],
    ['another file', 'goreplay', '{}', 'UNREADABLE_IMPORT'],
    ['broken gzip', 'goreplay', Buffer.of(0x1f, 0x8b, 1, 2, 3), 'UNREADABLE_IMPORT'],
    ['too many entries', 'har', `{"log":{"entries":[${'{},'.repeat(100_000)}{}]}}`, 'UNREADABLE_IMPORT'],
    ['an unknown format', 'insomnia', 'x', 'UNKNOWN_FORMAT'],
  ])('sends no part of %s', async ([, format, file, code]) => {
    await expect(sent(fileOf(Buffer.from(file)), format)).rejects.toMatchObject({ code });
  });
});

describe('the import of cases', () => {
  test('goes line by line, and repeats the id of a case without one', async () => {
    const line = JSON.stringify({ appId: 'shop', request: { method: 'GET', path: '/a' }, pad: 'x'.repeat(1_000_000) });
    const read = async () =>
      (await sent('-', 'cases', { stdin: `${line}\n`.repeat(10) })).batches.map((batch) =>
        batch.kind === 'cases' ? batch.body : '',
      );
    const bodies = await read();
    expect(bodies.map((body) => body.split('\n').length)).toEqual([4, 4, 2]);
    expect(bodies.every((body) => Buffer.byteLength(body) <= PART_BYTES)).toBe(true);
    const caseIds = bodies.flatMap((body) => body.split('\n').map((one) => JSON.parse(one).caseId));
    expect(new Set(caseIds).size).toBe(10);
    expect(await read()).toEqual(bodies);
  });
});
