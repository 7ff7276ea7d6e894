import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { importBatches } from '../../cli/import/import-batches.ts';
import { formatOf } from '../../cli/import/import-format.ts';
import { MAX_REQUEST_BYTES, PART_BYTES } from '../../cli/import/upload-file.ts';
import { unpackedFiles } from '../../functions/recordings/domain/importers/archive/unpacked-files.ts';
import { tarOf } from '../support/tar-of.ts';
import { randomBytes } from '../support/test-random.ts';

const folder = mkdtempSync(join(tmpdir(), 'replay-import-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (bytes: Uint8Array) => {
  const file = join(folder, `${readdirSync(folder).length}`);
  writeFileSync(file, bytes);
  return file;
};

describe('the format by file name', () => {
  test.for([
    ['session.har', 'har'],
    ['SESSION.HAR', 'har'],
    ['requests_0.gor', 'goreplay'],
    ['requests.gor.gz', 'goreplay'],
    ['requests_12.gz', 'goreplay'],
    ['cases.ndjson', 'cases'],
    ['cases.jsonl', 'cases'],
    ['-', 'cases'],
    ['test-1.yaml', 'keploy'],
    ['mocks.yml', 'keploy'],
    ['shop.postman_collection.json', 'postman'],
  ] as const)('is known: %s is %s', async ([file, format]) => {
    expect(await formatOf(file)).toBe(format);
  });

  test.for(['cases.json', 'recording', 'a.har.txt'])('is unknown for an empty file %s', async (name) => {
    const file = join(folder, name);
    writeFileSync(file, '');
    await expect(formatOf(file)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_FORMAT' }));
  });
});

describe('the format by content', () => {
  test('is refused with NOT_READ for a missing file', async () => {
    await expect(formatOf(join(folder, 'none.json'))).rejects.toThrow(expect.objectContaining({ code: 'NOT_READ' }));
  });

  const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('a')])));

  test.for<[string, string, string | Uint8Array]>([
    [
      'postman',
      'shop.json',
      '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}',
    ],
    ['wiremock', 'stub.json', '{"id":"x","request":{"method":"GET","url":"/a"},"response":{}}'],
    ['wiremock', 'stubs.json', '{"mappings":[]}'],
    ['arex', 'mockers.json', '[{"id":"1","categoryType":{"name":"Servlet"},"recordId":"AREX-1"}]'],
    ['har', 'saved.json', '{"log":{"version":"1.2"}}'],
    ['wiremock', 'stubs.zip', zip('mappings/a.json', '__files/b.json')],
    ['keploy', 'set.zip', zip('test-set-0/tests/test-1.yaml', 'test-set-0/mocks.yaml')],
    ['keploy', 'set.tar.gz', gzipSync(tarOf({ 'tests/get-orders-1.yaml': 'a' }))],
  ])('is %s for %s', async ([format, name, content]) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    expect(await formatOf(file)).toBe(format);
  });

  test.for<[string, Uint8Array, string]>([
    ['a zip of other files', zip('a.txt'), 'UNKNOWN_FORMAT'],
    ['a damaged zip', zip('mappings/a.json').subarray(0, 20), 'UNREADABLE_IMPORT'],
  ])('is refused for %s', async ([, content, code]) => {
    const file = join(folder, 'other.zip');
    writeFileSync(file, content);
    await expect(formatOf(file)).rejects.toThrow(expect.objectContaining({ code }));
  });
});

describe('a file that is uploaded whole', () => {
  const uploadOf = async (file: string, stdin: Readable = Readable.from([])) => {
    const batches = await Array.fromAsync(importBatches(file, { format: 'keploy', stdin }));
    expect(batches).toMatchObject([{ kind: 'file', first: 0 }]);
    const [batch] = batches;
    return batch?.kind === 'file' ? batch.body : Buffer.alloc(0);
  };
  const namesOf = (archive: Uint8Array) => {
    const files = unpackedFiles(archive);
    return files.ok
      ? files.value.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]).sort()
      : files.message;
  };

  test('is sent unchanged, also from stdin', async () => {
    expect((await uploadOf(fileOf(Buffer.from('a: 1')))).toString()).toBe('a: 1');
    expect((await uploadOf('-', Readable.from([Buffer.from('a: '), Buffer.from('1')]))).toString()).toBe('a: 1');
  });

  test('is compressed above the size of a part', async () => {
    const text = 'a: 1\n'.repeat(PART_BYTES / 5 + 1);
    const body = await uploadOf(fileOf(Buffer.from(text)));
    expect(body.length).toBeLessThan(PART_BYTES);
    expect(namesOf(body)).toEqual([['', text]]);
  });

  test('is an archive of the YAML, JSON and __files of a directory', async () => {
    const set = join(folder, 'test-set-0');
    for (const [name, text] of [
      ['tests/test-1.yaml', '1'],
      ['mocks.yaml', '2'],
      ['mappings/a.json', '3'],
      ['__files/a.png', '4'],
      ['notes.md', '5'],
    ]) {
      mkdirSync(dirname(join(set, name ?? '')), { recursive: true });
      writeFileSync(join(set, name ?? ''), text ?? '');
    }
    symlinkSync('/etc/hostname', join(set, 'tests/link.yaml'));
    expect(namesOf(await uploadOf(set))).toEqual([
      ['__files/a.png', '4'],
      ['mappings/a.json', '3'],
      ['mocks.yaml', '2'],
      ['tests/test-1.yaml', '1'],
    ]);
  });

  test.for<[string, () => [string, Readable?]]>([
    [
      'a file of 1 GB',
      () => {
        const file = fileOf(new Uint8Array());
        truncateSync(file, 1024 ** 3);
        return [file];
      },
    ],
    ['an endless stdin', () => ['-', Readable.from(repeated(Buffer.alloc(1024 * 1024)))]],
  ])('is refused after 32 MiB: %s', async ([, make]) =>
    expect(uploadOf(...make())).rejects.toThrow('the file decompresses to more than 32 MiB; split it'),
  );

  test('is refused if it is compressed and still too large for a request', async () => {
    const file = fileOf(randomBytes(MAX_REQUEST_BYTES + 1));
    await expect(uploadOf(file)).rejects.toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  });
});

function* repeated(piece: Buffer) {
  for (;;) yield piece;
}
