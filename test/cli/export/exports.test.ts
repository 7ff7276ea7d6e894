import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import postman, { type Item as PostmanItem } from 'postman-collection';
import { describe, expect, test } from 'vitest';
import type { ExportFormat, ShownCase } from '../../../cli/export/export-writer.ts';
import { harExport } from '../../../cli/export/har-export.ts';
import { postmanExport } from '../../../cli/export/postman-export.ts';
import { wireMockExport } from '../../../cli/export/wiremock-export.ts';
import { imported } from '../../recordings/domain/importers/imported-file.ts';
import { BINARY_CASES, shownCase, TEXT_CASES, UNANSWERED } from './shown-cases.ts';

const { Collection, Item } = postman;
/** The published schemas of HAR, by name; the package has no types. */
const schemas = createRequire(import.meta.url)('har-schema') as Record<string, { $schema: string; $id: string }>;

/** The file of some cases, which are listed newest first, and what it leaves out. */
function exported(format: ExportFormat, oldestFirst: readonly ShownCase[]) {
  const writer = format({ appId: 'shop', version: '1.2.3' });
  const skipped: string[] = [];
  let text = writer.start();
  // Lists have the same order and no payload.
  for (const one of writer.order(oldestFirst.toReversed()) as ShownCase[]) {
    const added = writer.add(one);
    if (typeof added === 'string') text += added;
    else skipped.push(`${one.caseId}: ${added.reason}`);
  }
  text += writer.end();
  return { text, file: JSON.parse(text), skipped };
}

/** Headers that describe how a body was transferred. */
const TRANSFER = /^(?:content-encoding|content-length|transfer-encoding)$/i;
const exchangeOf = ({ request, response }: ShownCase) => ({
  request,
  response: response && { ...response, headers: response.headers.filter(([name]) => !TRANSFER.test(name)) },
});
const taken = (format: string, text: string) =>
  imported(format, text).entries.map((entry) =>
    typeof entry === 'object' ? { request: entry.request, response: entry.response } : entry,
  );

describe('an export as HAR', () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const schema of Object.values(schemas)) {
    const { $schema: _, ...rest } = schema; // draft 6, which is understood as 7
    ajv.addSchema(rest);
  }
  const isHar = (file: unknown) => ajv.validate('har.json#', file) || ajv.errorsText();

  test('is valid by its schema, and keeps the cases through an import', () => {
    const cases = [...TEXT_CASES, ...BINARY_CASES, UNANSWERED];
    const { text, file, skipped } = exported(harExport, cases);
    expect(isHar(file)).toBe(true);
    expect(file.log.creator).toEqual({ name: 'replay', version: '1.2.3' });
    expect(skipped).toEqual([]);
    expect(taken('har', text)).toEqual(cases.map(exchangeOf));
    const [first] = imported('har', text).entries;
    expect(first).toMatchObject({ recordedAt: '2026-11-20T10:00:00.123Z', durationMs: 12 });
  });

  test('has the recorded host in its addresses', () => {
    const urlOf = (headers: [string, string][]) =>
      exported(harExport, [shownCase({ request: { headers, path: '/' } })]).file.log.entries[0].request.url;
    expect(urlOf([['Host', 'shop.test']])).toBe('http://shop.test/');
    expect(
      urlOf([
        ['Host', 'shop.test'],
        ['X-Forwarded-Proto', 'https'],
      ]),
    ).toBe('https://shop.test/');
    expect(urlOf([])).toBe('http://localhost/');
    expect(urlOf([['Host', 'a b/"']])).toBe('http://localhost/');
  });

  test('leaves out a truncated response, and a case whose request is truncated', () => {
    const { text, file, skipped } = exported(harExport, [
      shownCase({ response: { truncated: true } }),
      shownCase({ caseId: 'long', request: { truncated: true } }),
    ]);
    expect(isHar(file)).toBe(true);
    expect(skipped).toEqual(['long: a body is larger than the service shows']);
    expect(taken('har', text)).toMatchObject([{ response: null }]);
  });

  test('encodes characters that a URI cannot hold', () => {
    const { file } = exported(harExport, [shownCase({ request: { path: '/a|"{b}%?q=[1]%20^', headers: [] } })]);
    expect(isHar(file)).toBe(true);
    expect(file.log.entries[0].request.url).toBe('http://localhost/a%7C%22%7Bb%7D%25?q=%5B1%5D%20%5E');
  });

  test('is valid without cases', () => expect(isHar(exported(harExport, []).file)).toBe(true));
});

describe('an export for Postman', () => {
  test('is read by the SDK of Postman, with a folder for each endpoint', () => {
    const { file } = exported(postmanExport, TEXT_CASES);
    const collection = new Collection(file);
    const found: PostmanItem[] = [];
    collection.forEachItem((item) => void found.push(item));
    expect(collection.items.map(({ name }) => name)).toEqual(['/a', '/login', '/orders', '/orders/{id}']);
    const [get] = found.filter(({ name }) => name.startsWith('GET /orders'));
    expect(get?.request.method).toBe('GET');
    expect(collection.variables.get('baseUrl')).toBe('http://localhost');
    expect(get?.request.url.getPathWithQuery()).toBe('/orders/1?full=1&q=a%20b');
    expect(get?.request.headers.get('accept')).toBe('*/*');
    expect(get?.responses.map(({ code, body }) => [code, body])).toEqual([[200, '{"id":1}']]);
    expect(found.every((item) => Item.isItem(item) && item.responses.count() === 1)).toBe(true);
  });

  test('keeps the cases through an import', () => {
    const cases = [...TEXT_CASES, UNANSWERED];
    const { text, skipped } = exported(postmanExport, cases);
    expect(skipped).toEqual([]);
    const byPath = (entries: unknown[]) =>
      Object.fromEntries(entries.map((entry) => [Object(entry).request.path, entry]));
    expect(byPath(taken('postman', text))).toEqual(byPath(cases.map(exchangeOf)));
  });

  test('leaves out cases that it cannot hold', () => {
    const cases = [
      ...BINARY_CASES,
      shownCase({ caseId: 'braces', request: { method: 'POST', body: '{{x}}' } }),
      shownCase({ caseId: 'long', response: { truncated: true } }),
    ];
    expect(exported(postmanExport, cases)).toMatchObject({
      file: { item: [] },
      skipped: [
        'bytes: it has a body that is not text, which a collection cannot hold',
        'braces: its request holds {{, which Postman reads as a variable',
        'long: a body is larger than the service shows',
      ],
    });
  });
});

describe('an export for WireMock', () => {
  test('has the newest stub of each request', () => {
    const [get, post] = [
      shownCase(),
      shownCase({
        caseId: 'new',
        response: {
          body: '{"id":2}',
          headers: [
            ['content-encoding', 'gzip'],
            ['a', '1'],
            ['A', '2'],
          ],
        },
      }),
    ];
    expect(exported(wireMockExport, [get, post])).toMatchObject({
      file: {
        mappings: [
          {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
            request: { method: 'GET', url: '/orders/1?full=1&q=a%20b' },
            response: { status: 200, headers: { a: ['1', '2'] }, body: '{"id":2}' },
            metadata: { recorded: { caseId: 'new' } },
          },
        ],
        meta: { total: 1 },
      },
      skipped: ['case-1: a newer case has the same request, and WireMock answers a request in one way'],
    });
  });

  test.for<[string, object, object]>([
    ['JSON', { body: '{"a":1}', headers: [['content-type', 'application/json']] }, { equalToJson: '{"a":1}' }],
    ['broken JSON', { body: '{"a"', headers: [['content-type', 'application/json']] }, { equalTo: '{"a"' }],
    ['text', { body: 'a=1', headers: [] }, { equalTo: 'a=1' }],
    ['bytes', { body: '/wA=', bodyEncoding: 'base64' }, { binaryEqualTo: '/wA=' }],
  ])('matches a request by its body: %s', ([, request, pattern]) =>
    expect(exported(wireMockExport, [shownCase({ request })]).file.mappings[0].request.bodyPatterns).toEqual([pattern]),
  );

  test('keeps the cases through an import', () => {
    const cases = [...TEXT_CASES, ...BINARY_CASES];
    const { text, skipped } = exported(wireMockExport, [...cases, UNANSWERED]);
    expect(skipped).toEqual(['unanswered: its response was not recorded, which the format cannot express']);
    expect(taken('wiremock', text)).toEqual(cases.toReversed().map(exchangeOf));
    expect(imported('wiremock', text).entries[3]).toMatchObject({
      recordedAt: '2026-11-20T10:00:00.123Z',
      durationMs: 12,
    });
  });
});

test.for<[string, ExportFormat]>([
  ['har', harExport],
  ['postman', postmanExport],
  ['wiremock', wireMockExport],
])('an export as %s keeps sealed values sealed', ([, format]) =>
  expect(exported(format, [shownCase()]).text).toContain('"sealed"'),
);
