import { describe, expect, test } from 'vitest';
import {
  type ApplicationSettings,
  changedSettings,
  DEFAULT_SETTINGS,
} from '../../../functions/applications/domain/application-settings.ts';
import { keptApart, patternMatcher } from '../../../functions/applications/domain/endpoint-patterns.ts';
import { patternOffers } from '../../../functions/recordings/domain/endpoints/pattern-offers.ts';
import { patternedName } from '../../../functions/recordings/domain/endpoints/patterned-name.ts';

describe('the pattern of a path', () => {
  const matcher = patternMatcher([
    { pattern: '/users/{name}' },
    { pattern: '/users/me' },
    { pattern: '/users/{name}', methods: ['DELETE'] },
    { pattern: '/{any}/{other}' },
    { pattern: '/files/{name}.{type}' },
    { pattern: '/orders/{id}/items', methods: ['GET'] },
  ]);
  test.for([
    ['/users/gold-fox', 'GET', '/users/{name}'],
    ['/users/{id}', 'GET', '/users/{name}'],
    ['/users/me', 'GET', '/users/me'],
    ['/users/', 'GET', null],
    ['/users/a/b', 'GET', null],
    ['/files/a.png', 'GET', '/files/{name}.{type}'],
    ['/files/png', 'GET', '/{any}/{other}'],
    ['/orders/7/items', 'GET', '/orders/{id}/items'],
    ['/orders/7/items', 'POST', null],
    ['/', 'GET', null],
  ] as const)('is the most specific that fits: for %s %s it is %s', ([path, method, expected]) => {
    expect(matcher(path, method)).toBe(expected);
  });

  test.for([
    ['GET /users/ann', 'GET /users/{name}'],
    ['/users/ann#Search', '/users/{name}#Search'],
    ['/users/{name}', '/users/{name}'],
    ['users/ann', 'users/ann'],
  ])('turns the name %s into %s', ([name = '', expected]) => {
    expect(patternedName(name, 'GET', matcher)).toBe(expected);
  });
});

describe('the setting `endpoints`', () => {
  const changed = (endpoints: unknown) => changedSettings(DEFAULT_SETTINGS, { endpoints });
  const endpointsOf = (given: unknown) => {
    const result = changed(given);
    return result.ok ? result.value.endpoints : result.message;
  };
  test.for<[string, unknown, unknown]>([
    ['patterns with methods', [{ pattern: '/a/{b}', methods: ['get'] }], [{ pattern: '/a/{b}', methods: ['GET'] }]],
    ['null methods', [{ pattern: '/a/{b}', methods: null }], [{ pattern: '/a/{b}' }]],
    [
      'an OpenAPI document below the path of its server',
      {
        openapi: '3.1.0',
        servers: [{ url: 'https://a.example/v1/' }],
        paths: { '/a/{b}': { get: {}, put: {}, summary: 'x' }, '/c': {} },
      },
      [{ pattern: '/v1/a/{b}', methods: ['GET', 'PUT'] }, { pattern: '/v1/c' }],
    ],
    [
      'a document of 2.0',
      { swagger: '2.0', basePath: '/api', paths: { '/a': { post: {} } } },
      [{ pattern: '/api/a', methods: ['POST'] }],
    ],
    [
      'not a path',
      [{ pattern: 'a' }],
      'endpoints[0].pattern must be a path template of OpenAPI, such as /users/{name}',
    ],
    [
      'open braces',
      [{ pattern: '/a/{b' }],
      'endpoints[0].pattern must be a path template of OpenAPI, such as /users/{name}',
    ],
    ['no methods', [{ pattern: '/a', methods: [] }], 'endpoints[0].methods is invalid'],
    ['a pattern twice', [{ pattern: '/a' }, { pattern: '/a' }], 'endpoints repeats a pattern'],
    ['something else', 'x', 'endpoints is invalid'],
  ])('reads or refuses %s', ([, given, expected]) => {
    expect(endpointsOf(given)).toEqual(expected);
  });

  test('keeps its value when a change does not send it', () => {
    const { value } = changed([{ pattern: '/a/{b}' }]) as Extract<ReturnType<typeof changed>, { ok: true }>;
    expect(changedSettings(value, { compareHeaders: true })).toMatchObject({
      value: { endpoints: [{ pattern: '/a/{b}' }] },
    });
    expect(changedSettings(value, { endpoints: [] })).toMatchObject({ value: { endpoints: [] } });
  });
});

describe('the offered patterns', () => {
  const users = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ operation: `/users/u${at}`, methods: ['GET'] }));
  test.for([
    [20, []],
    [21, [{ pattern: '/users/{name}', endpoints: 21, samples: ['/users/u0', '/users/u1', '/users/u2'] }]],
  ] as const)('start at 21 endpoints that differ in one segment: %i', ([count, expected]) => {
    expect(
      patternOffers([
        ...users(count),
        { operation: '/carts', methods: [] },
        { operation: '/users/{id}/x', methods: [] },
      ]),
    ).toEqual(expected);
  });

  test('replace a segment in the middle too, and count each path once', () => {
    const operations = Array.from({ length: 30 }, (_, at) => ({
      operation: `${at % 2 ? 'GET' : 'PUT'} /t/t${at}/{name}`,
      methods: [at % 2 ? 'GET' : 'PUT'],
    }));
    expect(patternOffers(operations).map(({ pattern, endpoints }) => [pattern, endpoints])).toEqual([
      ['/t/{key}/{name}', 30],
    ]);
  });

  test('count endpoints as method and path', () => {
    const both = users(25).map((one) => ({ ...one, methods: ['GET', 'DELETE'] }));
    expect(patternOffers(both)).toMatchObject([{ pattern: '/users/{name}', endpoints: 50 }]);
  });
});

describe('the author and the time of a pattern', () => {
  const rights = (by: string, at: string) => ({
    allowed: [],
    rightTo: () => 'administrator' as const,
    author: { by, at },
  });
  const changedBy = (current: ApplicationSettings, by: string, at: string, endpoints: unknown) => {
    const changed = changedSettings(current, { endpoints }, rights(by, at));
    if (!changed.ok) throw new Error(changed.message);
    return changed.value;
  };

  test('are stored once, kept by later changes, and never taken from a body', () => {
    const first = changedBy(DEFAULT_SETTINGS, 'ann', '2026-11-01T00:00:00.000Z', [{ pattern: '/a/{b}' }]);
    const own = { at: '1999-01-01T00:00:00.000Z', by: 'mallory' };
    const second = changedBy(first, 'bob', '2026-11-22T00:00:00.000Z', [
      { pattern: '/a/{b}', added: own },
      { pattern: '/a/{b}', methods: ['GET'], added: own },
    ]);
    expect(second.endpoints).toEqual([
      { pattern: '/a/{b}', added: { at: '2026-11-01T00:00:00.000Z', by: 'ann' } },
      { pattern: '/a/{b}', methods: ['GET'], added: { at: '2026-11-22T00:00:00.000Z', by: 'bob' } },
    ]);
    const unknown = changedSettings(DEFAULT_SETTINGS, { endpoints: [{ pattern: '/a' }] });
    expect(unknown).toMatchObject({ value: { endpoints: [{ pattern: '/a' }] } });
  });

  test('keptApart returns the paths without braces that a template would otherwise take', () => {
    const patterns = ['/users/{name}', '/users/me', '/users/{name}/x', '/carts', '/users/a-{b}'].map((pattern) => ({
      pattern,
    }));
    expect(patterns.map((one) => keptApart(one, patterns))).toEqual([['/users/me'], [], [], [], []]);
  });
});
