import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { goReplayParts } from '../../cli/import/goreplay-parts.ts';
import { harParts } from '../../cli/import/har-parts.ts';
import { importBatches, MAX_BYTES } from '../../cli/import/import-batches.ts';
import { formatOf } from '../../cli/import/import-format.ts';
import { importCases } from '../../functions/recordings/domain/importers/import-cases.ts';

const taken = async (bytes: Uint8Array, format: string) => {
  const options = { format, appId: 'shop', now: 0, recordedAt: 'original', nextTurn: async () => {} } as const;
  const cases = await importCases(bytes, options);
  if (!cases.ok) throw new Error(cases.message);
  return cases.value;
};
const pathsOf = async (bytes: Uint8Array, format: string) =>
  (await taken(bytes, format)).map((one) =>
    'input' in one ? [(one.input.request as { path: string }).path, one.input.response !== null] : one.reason,
  );

const har = Buffer.from(
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'browser', version: '1' },
      pages: [],
      entries: Array.from({ length: 30 }, (_, n) => ({
        startedDateTime: '2026-11-20T10:00:00.000Z',
        time: 1,
        request: {
          method: 'GET',
          url: `http://shop.test/orders/${n}?${'x'.repeat(200)}`,
          httpVersion: 'HTTP/1.1',
          headers: [],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: 0,
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/1.1',
          headers: [],
          cookies: [],
          content: { size: 2, mimeType: 'application/json', text: '{}' },
          redirectURL: '',
          headersSize: -1,
          bodySize: 2,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      })),
    },
  }),
);
const record = (type: 1 | 2, id: string, text: string) =>
  `${type} ${id} 1763632800000000000${type === 2 ? ' 1000' : ''}\n${text}\n🐵🙈🙉\n`;
const ids = Array.from({ length: 30 }, (_, n) => `${n}`.padStart(24, '0'));
const goReplay = Buffer.from(
  [
    ...ids.map((id) => record(1, id, `GET /orders/${id} HTTP/1.1\r\nHost: shop.test\r\n\r\n`)),
    ...ids.map((id) => record(2, id, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')),
  ].join(''),
);

describe('files that are larger than the service takes', () => {
  test('a HAR goes in parts, no entry lost', async () => {
    const parts = [...harParts(har, 4096)];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every(({ length }) => length <= 4096)).toBe(true);
    const paths = await Promise.all(parts.map((part) => pathsOf(part, 'har')));
    expect(paths.flat()).toEqual(await pathsOf(har, 'har'));
  });

  test.for([
    ['as it is', goReplay],
    ['gzipped', gzipSync(goReplay)],
  ] as const)('a GoReplay file goes in parts, every request with its response (%s)', async ([, file]) => {
    const parts = [...goReplayParts(file, 1000)];
    expect(parts.length).toBeGreaterThan(3);
    const paths = await Promise.all(parts.map((part) => pathsOf(part, 'goreplay')));
    const whole = await pathsOf(goReplay, 'goreplay');
    expect(paths.flat()).toEqual(whole);
    expect(whole.every((one) => one[1] === true)).toBe(true);
  });

  test('cases go line by line, and one without an id gets the same one every time', async () => {
    const line = JSON.stringify({ appId: 'shop', request: { method: 'GET', path: '/a' }, pad: 'x'.repeat(1_000_000) });
    const read = async () => {
      const bodies: string[] = [];
      for await (const { body } of importBatches('-', {
        format: 'cases',
        stdin: Readable.from([`${line}\n`.repeat(10)]),
      })) {
        bodies.push(String(body));
      }
      return bodies;
    };
    const bodies = await read();
    expect(bodies.map((body) => body.split('\n').length)).toEqual([4, 4, 2]);
    expect(bodies.every((body) => Buffer.byteLength(body) <= MAX_BYTES)).toBe(true);
    const caseIds = bodies.flatMap((body) => body.split('\n').map((one) => JSON.parse(one).caseId));
    expect(new Set(caseIds).size).toBe(10);
    expect(await read()).toEqual(bodies);
  });
});

describe('the format, by file name', () => {
  test.for([
    ['session.har', 'har'],
    ['SESSION.HAR', 'har'],
    ['requests_0.gor', 'goreplay'],
    ['requests.gor.gz', 'goreplay'],
    ['requests_12.gz', 'goreplay'],
    ['cases.ndjson', 'cases'],
    ['cases.jsonl', 'cases'],
    ['-', 'cases'],
  ] as const)('%s: %s', ([file, format]) => {
    expect(formatOf(file)).toBe(format);
  });

  test.for(['cases.json', 'recording', 'a.har.txt', 'set.yaml', 'shop.postman_collection.json'])(
    '%s does not tell',
    (file) => {
      expect(() => formatOf(file)).toThrow(expect.objectContaining({ code: 'UNKNOWN_FORMAT' }));
    },
  );
});
