import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logoutsLast } from '../../../../functions/replay/domain/sessions/logouts-last.ts';

interface Given {
  session?: string | null;
  status?: number;
  sent?: string[];
  tokens?: string[];
  issued?: string[];
  ends?: 'logout' | 'revocation' | undefined;
  at?: number;
}
const one = ({ session = 's', status = 200, sent = ['A'], tokens = [], issued = [], ends, at }: Given, n: number) => ({
  n,
  recordedAt: at ?? n * 100,
  durationMs: 50,
  session,
  status,
  credentials: { sent, tokens, issued },
  ...(ends && { endsSession: ends }),
});
const order = (...given: Given[]) => logoutsLast(given.map(one)).map(({ n }) => n);
const LOGOUT = { ends: 'logout' as const };
const REVOKED = { ends: 'revocation' as const };

describe('requests that destroy their credential (docs/sessions.md)', () => {
  test.for<[name: string, given: Given[], expected: number[]]>([
    ['nothing', [], []],
    ['no logout', [{}, {}, {}], [0, 1, 2]],
    ['a logout goes behind requests that were sent beside it', [{}, LOGOUT, {}, {}], [0, 2, 3, 1]],
    ['a revocation goes behind requests that were sent while it was under way', [REVOKED, { at: 50 }], [1, 0]],
    ['a revocation after which the credential was accepted stays', [REVOKED, { at: 51 }], [0, 1]],
    [
      'a revocation after which the credential was refused goes behind others',
      [REVOKED, { at: 20 }, { status: 401 }],
      [1, 0, 2],
    ],
    ['two logouts keep their order', [LOGOUT, {}, LOGOUT, {}], [1, 3, 0, 2]],
    [
      'a request that was refused afterwards stays behind',
      [{}, LOGOUT, { status: 401 }, {}, { status: 403 }],
      [0, 3, 1, 2, 4],
    ],
    ['a request that was redirected to the login stays behind', [LOGOUT, { status: 302 }, { status: 304 }], [2, 0, 1]],
    ['a request that was refused before a logout stays before it', [{ status: 401 }, LOGOUT, {}], [0, 2, 1]],
    [
      'a logout goes behind a request that was refused with another credential',
      [LOGOUT, { status: 401, sent: ['B'] }],
      [1, 0],
    ],
    [
      'requests that follow from its answer stay behind',
      [
        { ends: 'logout', issued: ['C'] },
        {},
        { sent: ['C'], issued: ['D'] },
        { sent: ['D'] },
        { tokens: ['D'], sent: [] },
      ],
      [1, 0, 2, 3, 4],
    ],
    ['a login without credentials goes before it', [LOGOUT, { sent: [], issued: ['B'] }, { sent: ['B'] }], [1, 2, 0]],
    [
      'other sessions keep their places',
      [{ session: 't' }, LOGOUT, { session: null, ends: 'logout' }, { session: 't' }, {}],
      [0, 4, 2, 3, 1],
    ],
  ])('are ordered by these rules: %s', ([, given, expected]) => {
    expect(order(...given)).toEqual(expected);
  });

  test('keep all requests and the order of their session, with no early one after a logout', () => {
    const given = fc.record({
      session: fc.constantFrom('s', 't', null),
      status: fc.constantFrom(200, 201, 401, 302),
      ends: fc.constantFrom('logout' as const, undefined),
      sent: fc.subarray(['A', 'B']),
      issued: fc.subarray(['B', 'C']),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 30 }), (all) => {
        const cases = all.map(one);
        const ordered = logoutsLast(cases);
        expect(ordered.map(({ session }) => session)).toEqual(cases.map(({ session }) => session));
        expect(ordered.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(cases.map(({ n }) => n));
        for (const session of ['s', 't']) {
          const its = ordered.filter((each) => each.session === session);
          const from = its.findIndex(({ endsSession }) => endsSession);
          if (from < 0) continue;
          for (const part of [its.slice(0, from), its.slice(from)]) {
            const numbers = part.map(({ n }) => n);
            expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          }
        }
      }),
    );
  });
});
