import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShownCase } from '../../../cli/export/export-writer.ts';
import { bodyShape } from '../../../cli/export/openapi/body-schema.ts';
import { openApiExport } from '../../../cli/export/openapi/openapi-export.ts';
import { TEST_SEED } from '../../support/test-random.ts';
import { BINARY_CASES, shownCase, TEXT_CASES, UNANSWERED } from './shown-cases.ts';

const JSON_TYPE: [string, string][] = [['content-type', 'application/json; charset=utf-8']];

/** The document of cases, and its text. */
function documentOf(cases: readonly ShownCase[]) {
  const writer = openApiExport({ appId: 'shop', version: '1.0.0' });
  const texts = cases.map((one) => writer.add(one));
  const text = [writer.start(), ...texts.filter((one) => typeof one === 'string'), writer.end()].join('');
  return { text, document: JSON.parse(text), reasons: texts.filter((one) => typeof one !== 'string') };
}

const answered = (body: unknown, more: object = {}) =>
  shownCase({ response: { headers: JSON_TYPE, body: JSON.stringify(body) }, ...more });

describe('a document of OpenAPI', () => {
  test('has the types of all recordings, and what each of them has is required', () => {
    const { document } = documentOf([
      answered({ id: 1, total: 1.5, note: null, items: [{ sku: 'a' }], tag: 'x' }),
      answered({ id: 2, total: 2, note: 'n', items: [] }),
    ]);
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://shop.test:8080' }] });
    const { get } = document.paths['/orders/{id}'];
    expect(get.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'full', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ]);
    expect(get.responses['200'].content['application/json'].schema).toEqual({
      type: 'object',
      required: ['id', 'items', 'note', 'total'],
      properties: {
        id: { type: 'integer' },
        total: { type: 'number' },
        note: { type: ['null', 'string'] },
        items: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } } },
        tag: { type: 'string' },
      },
    });
  });

  test('has every status, media type and method, and gives equal parameters names of their own', () => {
    const { document, reasons } = documentOf([
      ...TEXT_CASES,
      ...BINARY_CASES,
      UNANSWERED,
      answered({}, { operation: 'GET /a/{id}/b/{id}', request: { path: '/a/1/b/x', headers: [] } }),
      answered({}, { operation: '/graphql#getOrders', request: { method: 'POST', path: '/graphql', headers: [] } }),
      answered({}, { request: { method: 'PURGE' } }),
    ]);
    expect(Object.keys(document.paths)).toEqual([
      '/a',
      '/a/{id}/b/{id2}',
      '/graphql',
      '/login',
      '/orders',
      '/orders/{id}',
    ]);
    expect(document.paths['/login'].get ?? document.paths['/login'].post).toMatchObject({
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: { 302: { description: 'Found' } },
    });
    expect(document.paths['/orders/{id}'].put.requestBody.content).toEqual({ 'image/png': {} });
    expect(document.paths['/a/{id}/b/{id2}'].get.parameters.map(({ schema }: { schema: object }) => schema)).toEqual([
      { type: 'integer' },
      { type: 'string' },
    ]);
    expect(reasons).toEqual([{ reason: expect.stringContaining('method') }]);
  });

  test('says that no response was recorded', () => {
    const { document } = documentOf([UNANSWERED]);
    expect(document.paths['/orders/{id}'].get.responses).toEqual({ default: { description: expect.any(String) } });
  });

  test('holds no recorded value, whether of a body, a name of a member, a path or a query', () => {
    const values = ['canary-text', '90210', 'ann@shop.test', '0b7c5c1e-1d2f-4c1b-8f0e-6d1d3c7f2a10', 'Ann Example'];
    const [text = '', number = '', mail = '', id = '', name = ''] = values;
    const body = {
      text,
      n: Number(number),
      list: [text, { mail }],
      byMail: { [mail]: { n: 1 } },
      byId: { [id]: 2, [name]: 3 },
    };
    const { text: written } = documentOf([
      answered(body, {
        request: {
          method: 'POST',
          path: `/orders/${id}?q=${text}&n=${number}&${mail}=1`,
          headers: [...JSON_TYPE, ['x-name', name]],
          body: JSON.stringify(body),
        },
      }),
    ]);
    expect(values.filter((value) => written.includes(value))).toEqual([]);
    expect(written).not.toMatch(/"(?:example|examples|enum|const|default)":/);
    expect(written).toContain('byMail');
  });

  test('shows what is sealed as a text, and reads no prototype out of a body', () => {
    const shape = bodyShape({
      headers: JSON_TYPE,
      body: '{"password":{"sealed":true},"__proto__":{"polluted":1}}',
      bodyEncoding: 'utf8',
    });
    expect(shape?.schema).toEqual({
      type: 'object',
      properties: { password: { type: 'string' } },
      required: ['password'],
    });
  });

  test('has a schema for each recorded body that the body fits, whatever is recorded', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 5 }), (bodies) => {
        const { document } = documentOf(bodies.map((body) => answered(body)));
        const { schema } = document.paths['/orders/{id}'].get.responses['200'].content['application/json'];
        const fits = new Ajv2020({ strict: false, ownProperties: true }).compile(schema ?? {});
        for (const body of bodies) expect(fits(body), JSON.stringify({ body, schema })).toBe(true);
      }),
      { seed: TEST_SEED, numRuns: 100 },
    );
  });
});
