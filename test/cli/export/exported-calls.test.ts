import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callFiles } from '../../../cli/export/call-files.ts';
import type { ShownCase } from '../../../cli/export/export-writer.ts';
import { harExport } from '../../../cli/export/har-export.ts';
import { stubbedCalls } from '../../../cli/export/stubbed-calls.ts';
import { imported } from '../../recordings/domain/importers/imported-file.ts';
import { shownCase } from './shown-cases.ts';

/** The published schemas of HAR, by name; the package has no types. */
const schemas = createRequire(import.meta.url)('har-schema') as Record<string, { $schema: string; $id: string }>;

const stock = (id: number, change: object = {}): ShownCase['calls'][number] => ({
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: `/stock/${id}`, headers: [['accept', '*/*']], body: null, bodyEncoding: 'utf8' },
  response: { status: 200, headers: [['content-type', 'application/json']], body: `{"left":${id}}` },
  error: null,
  durationMs: 3,
  ...change,
});
const query: ShownCase['calls'][number] = {
  kind: 'database',
  target: 'shop',
  operation: 'SELECT ?',
  request: { sql: 'SELECT 1', parameters: [] },
  response: { rows: [[1]] },
  error: null,
  durationMs: null,
};
const failed = stock(9, { response: null, error: 'ECONNRESET' });

describe('a HAR of cases with calls', () => {
  test('has calls of every kind in their case, is valid, and keeps them through an import', () => {
    const calls = [stock(1), query, failed];
    const writer = harExport({ appId: 'shop', version: '1' });
    const [one, other] = [writer.add(shownCase({ calls })), writer.add(shownCase())];
    const text = `${writer.start()}${one}${other}${writer.end()}`;
    const { log } = JSON.parse(text);
    expect(log.entries[0]._downstream).toEqual(calls);
    expect(log.entries[1]).not.toHaveProperty('_downstream');

    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    for (const { $schema: _, ...schema } of Object.values(schemas)) ajv.addSchema(schema);
    expect(ajv.validate('har.json#', { log }) || ajv.errorsText()).toBe(true);
    const [first, second] = imported('har', text).entries;
    expect(first).toMatchObject({ calls });
    expect(second).not.toHaveProperty('calls');
  });
});

describe('WireMock stubs of cases with calls', () => {
  test('have a stub of the target for a call, which is imported as an exchange', () => {
    const post = stock(2, {
      request: { method: 'POST', path: '/stock', headers: [], body: '/wA=', bodyEncoding: 'base64' },
    });
    const [get, made] = stubbedCalls()(shownCase({ calls: [stock(1), post] }));
    expect(get?.target).toBe('inventory');
    const stubs = [get, made].map((call) => JSON.parse(call && 'text' in call ? call.text : 'null'));
    expect(stubs[0]).toMatchObject({
      request: { method: 'GET', url: '/stock/1' },
      response: { status: 200, body: '{"left":1}' },
      metadata: { recorded: { caseId: 'case-1', call: 0, durationMs: 3 } },
    });
    expect(stubs[1]).toMatchObject({ request: { bodyPatterns: [{ binaryEqualTo: '/wA=' }] } });
    expect(stubs[0].id).not.toBe(stubs[1].id);
    expect(imported('wiremock', { mappings: stubs }).entries).toMatchObject([
      { request: { path: '/stock/1', headers: [['accept', '*/*']] }, response: { body: '{"left":1}' } },
      { request: { method: 'POST', path: '/stock', body: '/wA=', bodyEncoding: 'base64' } },
    ]);
  });

  test('have one stub per request and target, of the newest case, and give a reason for a call without a stub', () => {
    const callsOf = stubbedCalls();
    const grpc = stock(1, { operation: '/shop.Stock/Get', request: { metadata: {}, messages: [] } });
    const reasons = (calls: ShownCase['calls']) =>
      callsOf(shownCase({ calls })).map((call) => ('reason' in call ? call.reason : 'a stub'));
    expect(reasons([stock(1), stock(1, { target: 'other' }), stock(2)])).toEqual(['a stub', 'a stub', 'a stub']);
    expect(reasons([stock(1), query, grpc, failed])).toEqual([
      'a newer call of the target has the same request',
      'not an HTTP call, which WireMock cannot answer',
      'not an HTTP call, which WireMock cannot answer',
      'the call failed when it was recorded, or its response was not recorded',
    ]);
  });
});

describe('the files of calls', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'calls-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test('are in one private root directory for each target, whatever its name', async () => {
    const folder = join(directory, 'mappings.calls');
    const files = callFiles(folder);
    for (const target of ['inventory:8080', 'inventory/8080', '../../etc', 'INVENTORY_8080', '价格', ''])
      await files.add(target, JSON.stringify({ target }));
    await files.add('inventory:8080', '{"second":1}');
    expect(readdirSync(directory)).toEqual([expect.stringContaining('.partial')]);
    expect(await files.finish()).toHaveLength(6);
    expect(readdirSync(directory)).toEqual(['mappings.calls']);
    const names = readdirSync(folder);
    expect(names).toHaveLength(6);
    expect(names.every((name) => /^[\w-][\w.-]*$/.test(name))).toBe(true);
    const file = join(folder, 'inventory_8080', 'mappings', 'calls.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mappings: [{ target: 'inventory:8080' }, { second: 1 }] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('are absent without a call, and after the export was discarded', async () => {
    const files = callFiles(join(directory, 'none'));
    expect(await files.finish()).toEqual([]);
    await files.add('a', '{}');
    await files.discard();
    expect(readdirSync(directory)).toEqual([]);
  });
});
