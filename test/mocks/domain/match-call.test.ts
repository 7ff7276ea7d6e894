import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../functions/mocks/domain/call.ts';
import { candidatesOf } from '../../../functions/mocks/domain/candidates.ts';
import { canonicalCall } from '../../../functions/mocks/domain/canonical-call.ts';
import { MAX_NEAREST, type MatchOptions, matchCall } from '../../../functions/mocks/domain/match-call.ts';
import { MAX_DIFFERS, MIN_SCORE } from '../../../functions/mocks/domain/similarity.ts';
import type { ValueAlias } from '../../../functions/mocks/domain/value-aliases.ts';
import type { RecordedCall } from '../../../functions/recordings/domain/recorded-case.ts';
import { testSealer } from '../../support/test-sealer.ts';

const call = (kind: Call['kind'], request: unknown, operation = 'op', target = 't'): Call => ({
  kind,
  target,
  operation,
  request: JSON.stringify(request),
});
const recorded = (one: Call): RecordedCall => ({ ...one, response: 'null', error: null, durationMs: null });
const get = (path: string, target = 'api') =>
  call('http', { method: 'GET', path, headers: [], body: null }, `GET ${path}`, target);
const post = (path: string, body: unknown, target = 'api') =>
  call('http', { method: 'POST', path, headers: [], body: JSON.stringify(body) }, `POST ${path}`, target);
const query = (sql: string, ...parameters: unknown[]) => call('database', { sql, parameters }, sql, 'db');

/** What answers calls in their order. */
function answers(calls: readonly Call[], made: readonly Call[], change: Partial<MatchOptions> = {}) {
  const candidates = candidatesOf(calls.map(recorded));
  const consumed = new Set<number>();
  const isConsumed = (index: number) => consumed.has(index);
  return made.map((one) => {
    const match = matchCall(canonicalCall(one), candidates, { isConsumed, reuse: 'reads', aliases: [], ...change });
    if (!match.isFound) return match.reason;
    if (match.strategy !== 'reused') consumed.add(match.index);
    return `${match.strategy} ${match.index}`;
  });
}

const TEN = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 };
const SEALED_TOKEN = testSealer.seal('t', 'recorded-token');
const ULIDS = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'] as const;
const UUIDS = ['3e1a6c1e-97b6-4c3d-8f39-0b1d4ff6c1a0', '7d0b5d52-3f6f-4e52-9b59-a1c7d7a0d3b1'] as const;

describe('the answer to a call (docs/downstream-calls.md)', () => {
  test.for<[name: string, recorded: Call[], made: Call[], expected: string[]]>([
    [
      'an equal request is found in any order',
      [get('/a/1'), get('/a/2')],
      [get('/a/2'), get('/a/1')],
      ['exact 1', 'exact 0'],
    ],
    [
      'equal requests are found in their order',
      [query('select a from t'), query('update t set a = 1'), query('select a from t')],
      [query('select a from t'), query('select a from t')],
      ['exact 0', 'exact 2'],
    ],
    ['a similar request is found', [post('/a', TEN)], [post('/a', { ...TEN, j: 11 })], ['similar 0']],
    [
      'the most similar request is found',
      [post('/a', { ...TEN, i: 0 }), post('/a', TEN)],
      [post('/a', { ...TEN, j: 0 })],
      ['similar 1'],
    ],
    [
      'times and random ids hardly count',
      [post('/a', { n: 1, at: '2026-01-01T00:00:00Z', id: UUIDS[0], ulid: ULIDS[0], ms: 1795176000000 })],
      [post('/a', { n: 1, at: '2026-02-02T00:00:00Z', id: UUIDS[1], ulid: ULIDS[1], ms: 1795176999000 })],
      ['similar 0'],
    ],
    [
      'the next of the operation is found if none is similar',
      [query('select a from t where b = $1', 1), query('select a from t where b = $1', 2)],
      [query('select a from t where b = $1', 7), query('select a from t where b = $1', 8)],
      ['sequence 0', 'sequence 1'],
    ],
    [
      'a write of another value to the same key is found',
      [call('cache', { command: 'SET', args: ['user:1', 'x'] })],
      [call('cache', { command: 'SET', args: ['user:1', 'y'] })],
      ['similar 0'],
    ],
    [
      'a key of the same pattern is found in order',
      [call('cache', { command: 'GET', args: ['user:1'] })],
      [call('cache', { command: 'GET', args: ['user:2'] })],
      ['sequence 0'],
    ],
    [
      'a key with another token is found',
      [
        call('cache', {
          command: 'SET',
          args: [`session:${SEALED_TOKEN}`, '{"customer":1,"cart":"3e1a6c1e-97b6-4c3d-8f39-0b1d4ff6c1a0"}'],
        }),
      ],
      [
        call('cache', {
          command: 'SET',
          args: [`session:${'0a1b2c3d4e'.repeat(4)}`, '{"customer":1,"cart":"7d0b5d52-3f6f-4e52-9b59-a1c7d7a0d3b1"}'],
        }),
      ],
      ['similar 0'],
    ],
    [
      'a request with a new credential is found',
      [post('/token', { token: SEALED_TOKEN, n: 1 })],
      [post('/token', { token: 'new-token-of-this-run', n: 1 })],
      ['similar 0'],
    ],
    [
      'a key of another pattern is not found',
      [call('cache', { command: 'GET', args: ['user:1'] })],
      [call('cache', { command: 'GET', args: ['order:1'] })],
      ['NO_MATCH'],
    ],
    [
      'another target with an equal request is found',
      [get('/a', 'api.shop.example')],
      [get('/a', 'api.staging.example')],
      ['exact 0'],
    ],
    [
      'another target that the case knows is not found',
      [get('/a', 'x'), get('/b', 'y')],
      [get('/a', 'y')],
      ['NO_MATCH'],
    ],
    ['another target is not found by order', [get('/a/1', 'x')], [get('/a/2', 'y')], ['NO_MATCH']],
    ['a read is found again', [get('/a')], [get('/a'), get('/a'), get('/a')], ['exact 0', 'reused 0', 'reused 0']],
    [
      'the last of equal reads is found again',
      [get('/a'), get('/a')],
      [get('/a'), get('/a'), get('/a')],
      ['exact 0', 'exact 1', 'reused 1'],
    ],
    ['a write is not found again', [post('/a', {})], [post('/a', {}), post('/a', {})], ['exact 0', 'ALL_CONSUMED']],
    [
      'a health check is found again with any method',
      [post('/healthz', {})],
      [post('/healthz', {}), post('/healthz', {})],
      ['exact 0', 'reused 0'],
    ],
    ['a call of another kind is not found', [query('select a from t')], [get('/a')], ['NO_CALL_RECORDED']],
    ['no call is found without recorded ones', [], [get('/a')], ['NO_CALL_RECORDED']],
    [
      'calls of sessions are not candidates',
      [query('BEGIN'), query('select a from t'), query('COMMIT')],
      [query('select a from t'), query('COMMIT')],
      ['exact 1', 'NO_MATCH'],
    ],
  ])('follows the rule: %s', ([, calls, made, expected]) => {
    expect(answers(calls, made)).toEqual(expected);
  });

  test.for<[reuse: MatchOptions['reuse'], expected: string[]]>([
    ['never', ['exact 0', 'ALL_CONSUMED', 'exact 1', 'ALL_CONSUMED']],
    ['reads', ['exact 0', 'reused 0', 'exact 1', 'ALL_CONSUMED']],
    ['always', ['exact 0', 'reused 0', 'exact 1', 'reused 1']],
  ])('is reused for %s', ([reuse, expected]) => {
    const made = [get('/a'), get('/a'), post('/b', {}), post('/b', {})];
    expect(answers([get('/a'), post('/b', {})], made, { reuse })).toEqual(expected);
  });

  const FIELDS = 20;
  const fields = (changed: number) =>
    Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [`f${at}`, at < changed ? `new ${at}` : `old ${at}`]));
  // The path (3), the query and the media type count, too.
  const most = Math.floor((1 - MIN_SCORE) * (FIELDS + 5));

  test.for<[changed: number, expected: string]>([
    [most, 'similar 0'],
    [most + 1, 'NO_MATCH'],
  ])('is found or not with %i changed fields of 20', ([changed, expected]) => {
    const one = (body: unknown) => post('/a', body, 'x');
    // Another operation of the same form, so that order alone does not answer.
    const other = post('/b', {}, 'x');
    expect(
      answers([{ ...one(fields(0)), target: 'elsewhere' }], [{ ...one(fields(changed)), target: 'staging' }]),
    ).toEqual([expected]);
    expect(answers([other], [one(fields(0))])).toEqual(['NO_MATCH']);
  });

  test.for<[name: string, aliases: ValueAlias[], recorded: Call, made: Call]>([
    ['a segment of a path', [{ replayed: '7', recorded: '5', thing: 'task' }], get('/tasks/5'), get('/tasks/7')],
    [
      'a parameter',
      [{ replayed: '7', recorded: '5', thing: 'task' }],
      query('select a from t where id = $1', 5),
      query('select a from t where id = $1', 7),
    ],
    [
      'one of two equal values',
      [{ replayed: '7', recorded: '5', thing: 'task' }],
      query('update t set n = $1 where id = $2', 7, 5),
      query('update t set n = $1 where id = $2', 7, 7),
    ],
    [
      'a part of a key',
      [{ replayed: '7', recorded: '5', thing: 'task' }],
      call('cache', { command: 'GET', args: ['task:5:title'] }),
      call('cache', { command: 'GET', args: ['task:7:title'] }),
    ],
    [
      'a random value in a text',
      [{ replayed: UUIDS[1], recorded: UUIDS[0], thing: null }],
      post('/mail', { text: `order ${UUIDS[0]}.` }),
      post('/mail', { text: `order ${UUIDS[1]}.` }),
    ],
  ])('treats a mapped value as equal: %s', ([, aliases, one, made]) => {
    expect(answers([one], [made], { aliases })).toEqual(['exact 0']);
  });

  test('does not use an alias as part of a longer value', () => {
    const aliases = [{ replayed: '7', recorded: '5', thing: 'task' }];
    expect(answers([get('/tasks/17/x')], [get('/tasks/17/x')], { aliases })).toEqual(['exact 0']);
    expect(answers([get('/tasks/a15')], [get('/tasks/a17')], { aliases })).toEqual(['NO_MATCH']);
  });
});

describe('a miss', () => {
  const near = (calls: readonly Call[], made: Call) => {
    const match = matchCall(canonicalCall(made), candidatesOf(calls.map(recorded)), {
      isConsumed: () => false,
      reuse: 'reads',
      aliases: [],
    });
    if (match.isFound) throw new Error('found');
    return match.nearest;
  };

  test('names the nearest calls and what differs, without values', () => {
    const calls = [get('/x/secret-1/a'), get('/x/secret-2'), post('/y', {}), get('/x/secret-3?q=1')];
    const nearest = near(calls, get('/x/secret-4?q=1'));
    expect(nearest).toHaveLength(MAX_NEAREST);
    expect(nearest[0]).toEqual({
      index: 3,
      operation: 'GET /x/secret-3?q=1',
      score: 0.33,
      differs: ['operation', 'path[1]'],
    });
    expect(JSON.stringify(nearest.map(({ differs }) => differs))).not.toContain('secret');
  });

  test('names a list that is empty on one side, without its members', () => {
    const [nearest] = near([query('select a from t where b = $1', 1)], query('select a from u'));
    expect(nearest?.differs).toEqual(['operation', 'parameters']);
  });

  test('names at most so many paths', () => {
    const body = (text: string) => Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, text]));
    expect(near([post('/a', body('x'), 'x')], post('/b', body('y'), 'x'))[0]?.differs).toHaveLength(MAX_DIFFERS);
  });
});

describe('generated calls', () => {
  const anyCall = fc.record({
    kind: fc.constantFrom('http' as const, 'database' as const, 'cache' as const),
    path: fc.constantFrom('/a', '/a/1', '/b/2'),
    value: fc.integer({ min: 0, max: 3 }),
    target: fc.constantFrom('x', 'y'),
  });
  type Any = typeof anyCall extends fc.Arbitrary<infer T> ? T : never;
  const callOfAny = ({ kind, path, value, target }: Any): Call =>
    kind === 'http'
      ? { ...post(path, { value, same: true }), target }
      : kind === 'database'
        ? { ...query('update t set a = $1', value), target }
        : call('cache', { command: 'SET', args: [path, String(value)] }, 'SET', target);

  test('use each recorded call at most once, with different recordings for equal ones', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 12 }), fc.array(anyCall, { maxLength: 20 }), (calls, made) => {
        const found = answers(calls.map(callOfAny), made.map(callOfAny)).filter(
          (one) => !/^(?:reused|[A-Z])/.test(one),
        );
        expect(new Set(found.map((one) => one.split(' ')[1])).size).toBe(found.length);
      }),
    );
  });

  test('are all answered exactly for an unchanged application, in any order', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyCall, { minLength: 1, maxLength: 12 })
          .chain((calls) =>
            fc.tuple(
              fc.constant(calls),
              fc.shuffledSubarray(calls, { minLength: calls.length, maxLength: calls.length }),
            ),
          ),
        ([calls, made]) => {
          const found = answers(calls.map(callOfAny), made.map(callOfAny));
          expect(found.every((one) => one.startsWith('exact '))).toBe(true);
          expect(new Set(found).size).toBe(calls.length);
        },
      ),
    );
  });
});
