import { gzipSync } from 'node:zlib';
import { HTTPParser } from 'http-parser-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chunkedBody } from '../../../../functions/recordings/domain/importers/chunked-body.ts';
import { goReplayScanner } from '../../../../functions/recordings/domain/importers/goreplay-scanner.ts';
import { harScanner } from '../../../../functions/recordings/domain/importers/har-scanner.ts';
import { importCases } from '../../../../functions/recordings/domain/importers/import-cases.ts';
import { countedBytes } from '../../../support/counted-bytes.ts';
import { HOSTILE_GOREPLAY, HOSTILE_HAR } from '../../../support/hostile-imports.ts';

const SMALL = 8000;
const LARGE = 4 * SMALL;
const FILES = [
  ...Object.entries(HOSTILE_GOREPLAY).map(([name, make]) => ({ format: 'goreplay', name, make })),
  ...Object.entries(HOSTILE_HAR).map(([name, make]) => ({ format: 'har', name, make })),
];

afterEach(() => vi.restoreAllMocks());

describe('the scan of a hostile file', () => {
  test.for(FILES)('reads each byte of $format at most 4 times: $name', ({ format, make }) => {
    for (const size of [SMALL, LARGE]) {
      const { bytes, reads } = countedBytes(Buffer.from(make(size)));
      const scanner = format === 'har' ? harScanner() : goReplayScanner();
      scanner.push(bytes);
      scanner.end();
      expect(reads()).toBeGreaterThan(0);
      expect(reads()).toBeLessThanOrEqual(4 * bytes.length + 1000);
    }
  });

  test.for(
    Object.entries(HOSTILE_GOREPLAY).flatMap(([name, make]) => (/chunk|trailers/.test(name) ? [{ name, make }] : [])),
  )('reads each byte of a chunked coding at most 4 times: $name', ({ make }) => {
    for (const size of [SMALL, LARGE]) {
      const file = Buffer.from(make(size));
      const { bytes, reads } = countedBytes(file.subarray(file.indexOf('\r\n\r\n') + 4));
      chunkedBody(bytes);
      expect(reads()).toBeGreaterThan(0);
      expect(reads()).toBeLessThanOrEqual(4 * bytes.length + 1000);
    }
  });
});

const imported = (format: string, bytes: Uint8Array) =>
  importCases(bytes, { format, appId: 'shop', now: 0, recordedAt: 'original' });

/** Bytes that parsers are handed while a file is imported. */
function parsedBytes(format: string, bytes: Uint8Array): number {
  const executed = vi.spyOn(HTTPParser.prototype, 'execute');
  const json = vi.spyOn(JSON, 'parse');
  imported(format, bytes);
  return [...executed.mock.calls, ...json.mock.calls].reduce((sum, [given]) => sum + given.length, 0);
}

describe('the import of a hostile file', () => {
  test.for(FILES)('passes at most the bytes of $format to parsers: $name', ({ format, make }) => {
    for (const size of [SMALL, LARGE]) {
      const bytes = Buffer.from(make(size));
      const parsed = parsedBytes(format, bytes);
      vi.restoreAllMocks();
      // Names outside the entries are read twice.
      expect(parsed).toBeLessThanOrEqual(bytes.length + 100);
    }
  });

  // The parser takes the square of their length for them: 11 s for a file of 31 KB.
  test.for(Object.entries(HOSTILE_GOREPLAY))(
    'passes no line of white space of goreplay to the parser: %s',
    ([, make]) => {
      const read = vi.spyOn(HTTPParser.prototype, 'parseHeader');
      imported('goreplay', Buffer.from(make(LARGE)));
      expect(read.mock.calls.filter(([line]) => /^[ \t]+$/.test(line))).toEqual([]);
    },
  );

  test('joins a line of white space to the header before it', () => {
    const request = (lines: string) => Buffer.from(`1 a 1\nGET / HTTP/1.1\r\na: b\r\n${lines}c: d\r\n\r\n`);
    const headersOf = (lines: string) => {
      const read = imported('goreplay', request(lines));
      return read.ok ? read.value.cases.map((one) => ('input' in one ? one.input.request : one)) : read;
    };
    expect(headersOf(' \t \r\n\t\n e\r\n  \r\n')).toEqual(headersOf(' e\r\n'));
    expect(headersOf(' e\r\n')).toEqual([
      expect.objectContaining({
        headers: [
          ['a', 'b e'],
          ['c', 'd'],
        ],
      }),
    ]);
  });

  test.for<[format: string, name: string, reason: string]>([
    ['goreplay', 'headers', 'the request is not readable as HTTP/1.1'],
    ['goreplay', 'continued headers', 'the request is not readable as HTTP/1.1'],
    ['goreplay', 'chunks of one byte', ''],
    ['goreplay', 'trailers without end', 'the request is truncated'],
    ['har', 'objects as headers', 'the request has more than 1000 headers'],
    ['har', 'headers without end', 'the request has more than 1000 headers'],
    ['har', 'form parameters', 'the request has more than 10000 form parameters'],
    ['har', 'arrays in arrays', 'the entry is nested deeper than 1000 levels'],
  ])('decides about %s, %s: %s', ([format, name, reason]) => {
    const make = format === 'har' ? HOSTILE_HAR[name] : HOSTILE_GOREPLAY[name];
    const cases = imported(format, Buffer.from(make?.(200_000) ?? ''));
    expect(cases).toEqual({
      ok: true,
      value: expect.objectContaining({
        cases: [reason === '' ? { input: expect.objectContaining({ appId: 'shop' }) } : { reason }],
      }),
    });
  });
});

describe('the limit of 100,000 exchanges', () => {
  const record = '1 a 1\n\n🐵🙈🙉\n';
  const refused = {
    ok: false,
    code: 'UNREADABLE_IMPORT',
    message: 'the file contains more than 100,000 exchanges, the limit of an import; split it',
  };
  const har = (entries: number) => Buffer.from(`{"log":{"entries":[${'{},'.repeat(entries - 1)}{}]}}`);

  test.for<[name: string, format: string, file: (count: number) => Uint8Array]>([
    ['a HAR', 'har', har],
    ['requests', 'goreplay', (count) => Buffer.from(record.repeat(count))],
    ['requests, gzipped', 'goreplay', (count) => gzipSync(record.repeat(count))],
    [
      'a file with responses of no request',
      'goreplay',
      (count) => Buffer.from(record + record.replace('1 a', '2 b').repeat(count - 1)),
    ],
    [
      'a file with a value that is not a record',
      'goreplay',
      (count) => Buffer.from(record + record.replace('1 a', 'x').repeat(count - 1)),
    ],
  ])('applies to %s', ([, format, file]) => {
    const cases = imported(format, file(100_000));
    expect(cases.ok && cases.value.cases.length).toBe(100_000);
    expect(imported(format, file(100_001))).toEqual(refused);
  });
});
