import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { named } from '../../functions/platform/http/documents/endpoint-doc.ts';
import { jsonSchemas } from '../../functions/platform/http/documents/json-schema.ts';
import { allEndpoints, document, operations } from './all-endpoints.ts';
import { undocumented } from './answer-check.ts';

/** An endpoint that always refuses (evaluation 3.10: only the service writes events) is not an operation. */
const documented = allEndpoints.filter(({ doc }) => Object.keys(doc.responses).length > 0);

describe('the OpenAPI document (interface 13)', () => {
  test('has exactly the endpoints of the service', () => {
    expect([...operations.keys()].sort()).toEqual(documented.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test.for([...operations])('has no member in examples beyond their schemas: %s', ([route, { responses }]) => {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [contentType, { example, examples = {} }] of Object.entries(content)) {
        const all = [example, ...Object.values(examples).map(({ value }) => value)].filter((one) => one !== undefined);
        expect(all.length).toBeGreaterThan(0);
        for (const one of all) {
          const answer = { status: Number(status), contentType, text: JSON.stringify(one) };
          expect(undocumented(route, answer)).toBeNull();
        }
      }
    }
  });

  test('marks each GET with a side effect, which has a POST form with its parameters (spec 4.6, 4.8)', () => {
    const marked = documented.filter(({ doc }) => doc.hasSideEffect);
    expect(marked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/login/getVerificationCode/{userName}',
      'GET /api/login/refresh/{userName}',
      'GET /api/createPlan',
    ]);
    for (const { path, scope } of marked) {
      const [get, post] = ['GET', 'POST'].map((method) => operations.get(`${method} ${path}`));
      expect([get?.['x-side-effect'], post?.['x-side-effect']]).toEqual([true, undefined]);
      expect(get?.description).toContain('This GET has a side effect; prefer POST');
      expect(post?.description).not.toContain('side effect');
      expect(allEndpoints.find((one) => one.method === 'POST' && one.path === path)?.scope).toBe(scope);
      const parametersIn = (location: string, of = get) =>
        (of?.parameters ?? []).filter((one) => one.in === location).map(({ name }) => name);
      for (const location of ['path', 'header']) expect(parametersIn(location, post)).toEqual(parametersIn(location));
      const { $ref = '' } = post?.requestBody?.content['application/json']?.schema ?? {};
      const schema = document.components.schemas?.[String($ref).split('/').at(-1) ?? ''] as
        | { properties: object } // created by jsonSchemas
        | undefined;
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(parametersIn('query')));
    }
  });

  test('names the credential that an endpoint requires', () => {
    const ofPeople = ['accessToken', 'apiKey', 'apiKey,tenantId'];
    for (const { method, path, scope, hosts } of documented) {
      const security = document.paths[path]?.[method.toLowerCase()]?.security as object[]; // created by securityOf
      const ofNobody = path.startsWith('/openapi/v1/') ? ['', 'openApiToken', 'openApiKey'] : [];
      const asked =
        scope === null
          ? ofNobody
          : scope === 'host:publish'
            ? ['hostToken']
            : [...ofPeople, ...(hosts ? ['hostToken'] : [])];
      expect([path, security.map((one) => Object.keys(one).join())]).toEqual([path, asked]);
    }
  });

  test('has passThreshold in requests and never in responses (spec 2.1)', () => {
    expect(JSON.stringify(document.components.schemas)).toContain('passThreshold');
    for (const [, { responses }] of operations) expect(JSON.stringify(responses)).not.toContain('passThreshold');
  });

  test('cannot have two different schemas of one name', () => {
    const schemas = jsonSchemas();
    expect(schemas.of(named('Same', v.string()), 'output')).toEqual({ $ref: '#/components/schemas/Same' });
    expect(() => schemas.of(named('Same', v.number()), 'output')).toThrow('two schemas have the name Same');
  });
});
