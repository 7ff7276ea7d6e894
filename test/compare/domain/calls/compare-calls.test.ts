import { describe, expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { cache, compared, http, other, shown, sql } from './compared-calls.ts';

describe('the comparison of made calls (spec 3.3)', () => {
  test('reports recorded calls that were not made as FEWER_CALLS, once per target and operation', () => {
    const calls = [cache('a'), cache('b'), sql('select 1', 7)];
    expect(shown(calls, [{ ...sql('select 1', 7), recorded: 2 }])).toEqual(['FEWER_CALLS redis GET']);
  });

  test('reports FEWER_CALLS only for targets that were asked', () => {
    expect(shown([cache('a'), sql('x')], [], { isAsked: (target) => target === 'redis' })).toEqual([
      'FEWER_CALLS redis GET',
    ]);
  });

  test('reports made calls without a recorded one, or answered again, as MORE_CALLS', () => {
    expect(shown([cache('a')], [cache('a'), { ...cache('b'), recorded: null }])).toEqual(['MORE_CALLS redis GET']);
    const again = compared([cache('a')], [cache('a'), { ...cache('a'), recorded: 0, isReused: true }]);
    expect(again.differences).toMatchObject([
      { kind: 'MORE_CALLS', note: expect.stringContaining('already answered') },
    ]);
  });

  test('ignores the order of calls', () => {
    const calls = [cache('a'), cache('b'), http('/stock')];
    expect(
      shown(calls, [
        { ...http('/stock'), recorded: 2 },
        { ...cache('b'), recorded: 1 },
        { ...cache('a'), recorded: 0 },
      ]),
    ).toEqual([]);
  });

  test('ignores calls of the runtime', () => {
    expect(shown([other('runtime', { n: 1 })], [])).toEqual([]);
    expect(shown([], [{ ...other('runtime', { n: 1 }), recorded: null }])).toEqual([]);
    expect(shown([other('files', { n: 1 })], [{ ...other('files', { n: 2 }) }])).toEqual([
      'CALL_PARAMETERS files random n',
    ]);
  });

  test('names the call of each difference', () => {
    const [fewer, parameters] = compared(
      [cache('a'), cache('b')],
      [{ ...cache('c'), recorded: 1 }],
    ).differences.toSorted((a, b) => b.kind.localeCompare(a.kind));
    expect(fewer).toMatchObject({
      kind: 'FEWER_CALLS',
      recorded: '{"command":"GET","args":["a"]}',
      replayed: null,
      call: { kind: 'cache', target: 'redis', operation: 'GET', field: null, recorded: 0, made: null },
    });
    expect(parameters).toMatchObject({
      kind: 'CALL_PARAMETERS',
      subject: 'redis GET args[0]',
      path: 'redis GET args[0]',
      recorded: '"b"',
      replayed: '"c"',
      call: { kind: 'cache', target: 'redis', operation: 'GET', field: 'args[0]', recorded: 1, made: 0 },
    });
  });
});

type Row = [string, Partial<RecordedCall>, Partial<RecordedCall>, string[]];

describe('the comparison of requests of calls (spec 3.3)', () => {
  test.for<Row>([
    ['method and path', http('/stock/1'), http('/stock/2'), ['CALL_PARAMETERS inventory POST /stock path']],
    ['query, in any order', http('/s?a=1&b=2'), http('/s?b=2&a=1'), []],
    [
      'a parameter of the query',
      http('/s?a=1&b=2'),
      http('/s?a=1&b=3'),
      ['CALL_PARAMETERS inventory POST /stock query.b'],
    ],
    ['a repeated parameter', http('/s?a=1&a=2'), http('/s?a=1'), ['CALL_PARAMETERS inventory POST /stock query.a']],
    ['headers are not compared', http('/s', null, [['x-a', '1']]), http('/s', null, [['x-a', '2']]), []],
    [
      'JSON bodies',
      http('/s', { n: 1, list: [{ sku: 'a' }] }),
      http('/s', { list: [{ sku: 'b' }], n: 1 }),
      ['CALL_PARAMETERS inventory POST /stock body.list[*].sku'],
    ],
    [
      'a new field of a body',
      http('/s', { n: 1 }),
      http('/s', { n: 1, m: 2 }),
      ['CALL_PARAMETERS inventory POST /stock body.m'],
    ],
    ['numbers of a body are decimals', http('/s', '{"n":1.0}'), http('/s', '{"n":1}'), []],
    ['a missing body', http('/s', { n: 1 }), http('/s'), ['CALL_PARAMETERS inventory POST /stock body']],
    ['plain text', http('/s', 'one'), http('/s', 'two'), ['CALL_PARAMETERS inventory POST /stock body']],
    [
      'forms',
      http('/s', 'a=1&b=2', [['Content-Type', 'application/x-www-form-urlencoded']]),
      http('/s', 'b=3&a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      ['CALL_PARAMETERS inventory POST /stock body.b'],
    ],
    [
      'SQL without comments and folded',
      sql('SELECT  *\n FROM t -- all'),
      sql("/*traceparent='00-a'*/ SELECT * FROM t"),
      [],
    ],
    [
      'what is quoted in SQL counts',
      sql("SELECT '-- a  b'"),
      sql("SELECT '-- a b'"),
      ['CALL_PARAMETERS orders select from orders literals[0]'],
    ],
    [
      'parameters of SQL',
      sql('s', 1, 'a'),
      sql('s', 1, 'b'),
      ['CALL_PARAMETERS orders select from orders parameters[1]'],
    ],
    ['numbers are not texts', sql('s', 1), sql('s', '1'), ['CALL_PARAMETERS orders select from orders parameters[0]']],
    ['arguments of a cache', cache('k', 'EX', '60'), cache('k', 'EX', '90'), ['CALL_PARAMETERS redis GET args[2]']],
    [
      'parameters are compared by their positions',
      sql('s', 1, 2, 3),
      sql('s', 2, 3),
      [0, 1, 2].map((index) => `CALL_PARAMETERS orders select from orders parameters[${index}]`),
    ],
    [
      'lists inside parameters are lists',
      sql('s', [1, 2], { tags: ['a'] }),
      sql('s', [1, 3], { tags: ['b'] }),
      [
        'CALL_PARAMETERS orders select from orders parameters[0][*]',
        'CALL_PARAMETERS orders select from orders parameters[1].tags[*]',
      ],
    ],
    [
      'parameters with names',
      { kind: 'database', target: 'orders', operation: 'o', request: '{"sql":"s","parameters":{"id":1}}' },
      { kind: 'database', target: 'orders', operation: 'o', request: '{"sql":"s","parameters":{"id":2}}' },
      ['CALL_PARAMETERS orders o parameters.id'],
    ],
    [
      'the command of a cache in any case',
      { ...cache('k'), request: '{"command":"get","args":["k"]}' },
      { ...cache('k'), request: '{"command":"GET","args":["k"]}' },
      [],
    ],
    [
      'MongoDB commands, without their session',
      {
        kind: 'database',
        target: 'm',
        operation: 'find items',
        request: '{"find":"items","filter":{"a":1},"lsid":{"id":1}}',
      },
      {
        kind: 'database',
        target: 'm',
        operation: 'find items',
        request: '{"find":"items","filter":{"a":2},"lsid":{"id":2}}',
      },
      ['CALL_PARAMETERS m find items filter.a'],
    ],
    [
      'gRPC messages, without metadata',
      { operation: '/a.B/C', request: '{"metadata":{"a":"1"},"messages":["CgE="]}' },
      { operation: '/a.B/C', request: '{"metadata":{"a":"2"},"messages":["CgI="]}' },
      ['CALL_PARAMETERS inventory /a.B/C messages[*]'],
    ],
    [
      'a request that is not JSON',
      { request: 'one' },
      { request: 'two' },
      ['CALL_PARAMETERS inventory GET /stock/{id} $'],
    ],
  ])('gives the right differences for %s', ([, recorded, made, expected]) => {
    expect(shown([recorded], [made])).toEqual(expected);
  });

  test('names made calls whose request differs, except those that a rule ignores', () => {
    const calls = [cache('a'), sql('s', 1), cache('c')];
    const made = [cache('b'), sql('s', 2), cache('c')];
    expect(compared(calls, made).differing).toEqual([0, 1]);
    expect(compared(calls, made, { rules: [{ kind: 'ignore', target: 'redis', path: '$' }] }).differing).toEqual([1]);
  });
});

describe('the rules for downstream calls (interface 11)', () => {
  const calls = [http('/s', { n: 1, at: 'x' }), cache('a')];
  const made = [http('/s', { n: 2, at: 'y' }), { ...cache('b'), recorded: null }];

  test.for<[string, Partial<CompareRule>[], string[]]>([
    ['of a kind', [{ kind: 'ignore', target: 'http', path: 'body.n' }], ['n (r0)', 'at']],
    ['of a name', [{ kind: 'ignore', target: 'inventory', path: '$..at' }], ['n', 'at (r0)']],
    ['of another name', [{ kind: 'ignore', target: 'payments', path: '$' }], ['n', 'at']],
    ['of the response, not of calls', [{ kind: 'ignore', target: 'response', path: '$' }], ['n', 'at']],
    [
      'tolerance',
      [{ kind: 'tolerance', target: 'http', path: 'body.n', tolerance: { absolute: 1 } }],
      ['n (r0)', 'at'],
    ],
    ['include-only', [{ kind: 'include-only', target: 'http', path: 'body.n' }], ['n', 'at (r0)']],
  ])('apply to the right target: %s', ([, rules, expected]) => {
    const found = shown(calls, made, { rules }).filter((one) => one.startsWith('CALL_PARAMETERS'));
    expect(found.sort()).toEqual(expected.map((one) => `CALL_PARAMETERS inventory POST /stock body.${one}`).sort());
  });

  test.for<[string, string[]]>([
    ['parameters[1]', ['parameters[0]', 'parameters[1] (r0)']],
    ['parameters[-1]', ['parameters[0]', 'parameters[1] (r0)']],
    ['parameters[*]', ['parameters[0] (r0)', 'parameters[1] (r0)']],
    ['parameters', ['parameters[0] (r0)', 'parameters[1] (r0)']],
  ])('ignore parameters by position: %s', ([path, expected]) => {
    const rules: Partial<CompareRule>[] = [{ kind: 'ignore', target: 'database', path }];
    const found = shown([sql('s', 1, 2)], [sql('s', 3, 4)], { rules });
    expect(found.sort()).toEqual(expected.map((one) => `CALL_PARAMETERS orders select from orders ${one}`));
  });

  test('ignore a whole downstream with the path $', () => {
    const rules: Partial<CompareRule>[] = [{ kind: 'ignore', target: 'redis', path: '$' }];
    expect(shown(calls, made, { rules }).filter((one) => one.includes('redis'))).toEqual([
      'MORE_CALLS redis GET (r0)',
      'FEWER_CALLS redis GET (r0)',
    ]);
  });
});
