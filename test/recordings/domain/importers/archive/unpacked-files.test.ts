import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  MAX_ARCHIVE_FILES,
  MAX_UNPACKED_BYTES,
} from '../../../../../functions/recordings/domain/importers/archive/archive-limits.ts';
import { unpackedFiles } from '../../../../../functions/recordings/domain/importers/archive/unpacked-files.ts';
import { tarOf } from '../../../../support/tar-of.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = { 'tests/test-1.yaml': 'one', 'mocks.yaml': 'two', 'empty.yaml': '' };
const asBytes = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, bytes(text)]));

const read = (given: Uint8Array) => {
  const files = unpackedFiles(given);
  if (!files.ok) return files.message;
  return Object.fromEntries(files.value.map(({ name, bytes: content }) => [name, Buffer.from(content).toString()]));
};

/** The local header of a zip declares this size instead of the real one. */
function lyingZip(honest: Uint8Array, declared: number): Buffer {
  const zip = Buffer.from(honest);
  zip.writeUInt32LE(declared, 22);
  return zip;
}

describe('the files of an archive', () => {
  test.for<[string, Uint8Array]>([
    ['zip', zipSync(asBytes)],
    ['zip, stored', zipSync(asBytes, { level: 0 })],
    ['tar', tarOf(FILES)],
    ['tar.gz', gzipSync(tarOf(FILES))],
    ['zip in gzip', gzipSync(zipSync(asBytes))],
  ])('are read from %s', ([, archive]) => expect(read(archive)).toEqual(FILES));

  test.for<[string, Uint8Array]>([
    ['one file', bytes('one')],
    ['one file in gzip', gzipSync('one')],
  ])('have no name for %s', ([, file]) => expect(read(file)).toEqual({ '': 'one' }));

  test('may have long names of GNU tar and pax', () => {
    const long = `tests/${'x'.repeat(150)}.yaml`;
    const pax = `${`25 path=${long}\n`.length + 1} path=${long}\n`;
    const end = -1024;
    for (const [type, name] of [
      ['L', `${long}\0`],
      ['x', pax],
    ] as const) {
      const archive = Buffer.concat([
        tarOf({ '././@LongLink': name }, { type }).subarray(0, end),
        tarOf({ short: 'one' }),
      ]);
      expect(read(archive)).toEqual({ [long]: 'one' });
    }
  });

  test('leave out links, devices and directories', () =>
    expect(read(Buffer.concat([tarOf({ link: '' }, { type: '2' }).subarray(0, -1024), tarOf({ a: 'one' })]))).toEqual({
      a: 'one',
    }));
});

describe('a hostile archive', () => {
  const tooLarge = 'the file decompresses to more than 32 MiB; split it';
  const broken = 'the archive is truncated or damaged';
  const zeros = new Uint8Array(MAX_UNPACKED_BYTES + 1);
  const limit = zeros.subarray(1);
  const zipped = zipSync({ 'a.yaml': zeros }, { level: 1 });

  test.for<[string, () => Uint8Array]>([
    ['gzip', () => gzipSync(zeros)],
    ['zip', () => zipped],
    ['zip that declares 1 byte', () => lyingZip(zipped, 1)],
    ['plain', () => zeros],
  ])('is refused with a byte above the limit: %s', ([, make]) => expect(read(make())).toBe(tooLarge));

  test.for<[string, () => Uint8Array]>([
    ['gzip', () => gzipSync(limit)],
    ['zip', () => zipSync({ 'a.yaml': limit.subarray(1), 'b.yaml': bytes('x') }, { level: 1 })],
  ])('is read at the limit: %s', ([, make]) => expect(unpackedFiles(make()).ok).toBe(true));

  test('is unpacked only to the limit when it has 1 GB in 1 MB', () => {
    const deflated = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().arrayBuffers;
    expect(read(Buffer.concat(Array.from({ length: 16 }, () => deflated)))).toBe(tooLarge);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MAX_UNPACKED_BYTES);
  });

  test.for<[string, () => Uint8Array]>([
    ['gzip', () => gzipSync('one'.repeat(1000)).subarray(0, 20)],
    ['zip', () => zipSync(asBytes).subarray(0, 50)],
    ['tar', () => tarOf({ a: 'one'.repeat(1000) }).subarray(0, 1024)],
    ['tar that declares more than it has', () => tarOf({ a: 'one' }, { size: 0o77777777777 })],
    [
      'tar with a changed byte',
      () =>
        Buffer.concat([tarOf({ a: 'one' }).subarray(0, 1024), tarOf({ b: 'x' }).fill(1, 600, 601)]).fill(2, 1030, 1031),
    ],
    ['zip of an unknown method', () => Buffer.from(zipSync({ a: bytes('one'.repeat(99)) })).fill(99, 8, 9)],
  ])('is refused when damaged: %s', ([, make]) => expect(read(make())).toBe(broken));

  test('is refused with too many files', () => {
    const names = Array.from({ length: MAX_ARCHIVE_FILES + 1 }, (_, at) => `${at}`);
    const tooMany = tarOf(Object.fromEntries(names.map((name) => [name, ''])));
    // An empty file is its header.
    expect(unpackedFiles(tooMany.subarray(0, MAX_ARCHIVE_FILES * 512)).ok).toBe(true);
    expect(read(tooMany)).toBe('the archive contains more than 20,000 files; split it');
  });
});
