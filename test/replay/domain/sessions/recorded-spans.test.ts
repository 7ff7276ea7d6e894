import { describe, expect, test } from 'vitest';
import { recordedOrder } from '../../../../functions/replay/domain/sessions/recorded-spans.ts';

interface Given {
  at: number;
  ms?: number | null;
  status?: number;
  sent?: string[];
  issued?: string[];
  ends?: 'logout';
}
const ordered = (...given: Given[]) =>
  recordedOrder(
    given.map(({ at, ms = 50, status = 200, sent = ['A'], issued = [], ends }, n) => ({
      n,
      recordedAt: at,
      durationMs: ms,
      status,
      credentials: { sent, tokens: [], issued },
      ...(ends && { endsSession: ends }),
    })),
  ).map(({ one, span }) => [one.n, ...span]);
const LOGOUT = { ends: 'logout' } as const;

describe('the recorded order (docs/sessions.md)', () => {
  test.for<[name: string, given: Given[], expected: number[][]]>([
    ['nothing', [], []],
    [
      'requests span from their time to their answer',
      [{ at: 0 }, { at: 10, ms: null }],
      [
        [0, 0, 50],
        [1, 10, 10],
      ],
    ],
    [
      'a logout stays before a request that began after its answer',
      [{ at: 0, ...LOGOUT }, { at: 51 }],
      [
        [0, 0, 50],
        [1, 51, 101],
      ],
    ],
    [
      'a logout goes behind a request that was accepted beside it',
      [
        { at: 0, ...LOGOUT },
        { at: 50, ms: 5 },
      ],
      [
        [1, 50, 55],
        [0, 55, 55],
      ],
    ],
    [
      'a logout behind another request ends when it was answered',
      [
        { at: 0, ...LOGOUT },
        { at: 20, ms: 5 },
        { at: 30, sent: [] },
      ],
      [
        [1, 20, 25],
        [0, 25, 50],
        [2, 30, 80],
      ],
    ],
    [
      'a request that was refused beside a logout stays behind it',
      [
        { at: 0, ms: 1, ...LOGOUT },
        { at: 0, status: 401 },
      ],
      [
        [0, 0, 1],
        [1, 0, 50],
      ],
    ],
    [
      'other credentials do not matter',
      [
        { at: 0, ...LOGOUT },
        { at: 10, sent: ['B'] },
      ],
      [
        [0, 0, 50],
        [1, 10, 60],
      ],
    ],
    [
      'without its duration, a second may have passed',
      [
        { at: 0, ms: null, ...LOGOUT },
        { at: 1000, ms: 0 },
      ],
      [
        [1, 1000, 1000],
        [0, 1000, 1000],
      ],
    ],
    [
      'but no more',
      [
        { at: 0, ms: null, ...LOGOUT },
        { at: 1001, ms: 0 },
      ],
      [
        [0, 0, 0],
        [1, 1001, 1001],
      ],
    ],
    [
      'and no new login',
      [
        { at: 0, ms: null, ...LOGOUT },
        { at: 5, ms: 0, issued: ['C'] },
        { at: 9, ms: 0 },
      ],
      [
        [0, 0, 0],
        [1, 5, 5],
        [2, 9, 9],
      ],
    ],
    [
      'two logouts keep their order',
      [
        { at: 0, ...LOGOUT },
        { at: 1, ...LOGOUT },
        { at: 20, ms: 5 },
      ],
      [
        [2, 20, 25],
        [0, 25, 50],
        [1, 25, 51],
      ],
    ],
  ])('follows these rules: %s', ([, given, expected]) => {
    expect(ordered(...given)).toEqual(expected);
  });
});
