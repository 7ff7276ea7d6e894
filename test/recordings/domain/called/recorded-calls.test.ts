import { describe, expect, test } from 'vitest';
import {
  addCalls,
  calledIn,
  calledServices,
  calledText,
  MAX_SERVICES,
} from '../../../../functions/recordings/domain/called/called-services.ts';
import { type CalledRow, mergedCalls } from '../../../../functions/recordings/domain/called/recorded-calls.ts';

const HOUR = 3_600_000;
const NO_PINS = { called: [], uncounted: 0 };
const row = (hour: number, cases: number, called: CalledRow['called']): CalledRow => ({
  hour: hour * HOUR,
  cases,
  called,
});

describe('the calls of a recording by service', () => {
  test('are counted, and absent without calls', () => {
    const calls = ['stock', 'redis', 'stock'].map((target) => ({ target }));
    expect(calledServices(calls)).toEqual([
      ['stock', 2],
      ['redis', 1],
    ]);
    expect(calledServices([])).toBeUndefined();
    expect(calledIn(calledText(calledServices(calls) ?? []))).toEqual(calledServices(calls));
    expect(calledIn(undefined)).toEqual([]);
  });

  // A target with a password was stored in clear and shown to readers, and each sealed one was a service of its own.
  test('have no credential in their names, in clear or sealed', () => {
    const sealed = (at: number) => `sealed.v1.${String(at).repeat(38)}.`;
    const passwords = ['hunter2', sealed(1), sealed(2)];
    const calls = passwords.map((password) => ({ target: `https://app:${password}@stock.test` }));
    expect(calledServices(calls)).toEqual([['https://app:***@stock.test', 3]]);
    expect(calledServices([{ target: `https://stock.test/?api_key=${sealed(1)}` }])).toEqual([
      ['https://stock.test/?api_key=***', 1],
    ]);
  });

  test('have any name but a long one, and a maximum of names', () => {
    const targets = ['__proto__', 'a'.repeat(256), 'a'.repeat(257)].map((target) => ({ target }));
    expect(calledServices(targets)?.map(([name]) => name.length)).toEqual([9, 256]);
    const many = Array.from({ length: MAX_SERVICES + 1 }, (_, at) => ({ target: `s${at}` }));
    expect(calledServices(many)).toHaveLength(MAX_SERVICES);
  });

  test('are still counted for a service that is known when the maximum is reached', () => {
    const counts = new Map(Array.from({ length: MAX_SERVICES }, (_, at) => [`s${at}`, 1]));
    addCalls(counts, 's0', 2);
    addCalls(counts, 'other', 2);
    expect([counts.get('s0'), counts.get('other')]).toEqual([3, undefined]);
  });
});

describe('the calls of all recordings by service', () => {
  test('add up over hours, processes and pinned recordings, the most called service first', () => {
    const rows = [row(1, 2, [['a', 1]]), row(1, 1, [['b', 5]]), row(2, -1, [['b', -1]])];
    expect(mergedCalls(rows, { called: [['c', 2]], uncounted: 0 })).toEqual({
      services: [
        { service: 'b', calls: 4 },
        { service: 'c', calls: 2 },
        { service: 'a', calls: 1 },
      ],
      since: null,
      uncountedPins: 0,
    });
  });

  test('leave out services whose recordings are all gone', () => {
    expect(mergedCalls([row(1, 1, [['a', 2]]), row(1, -1, [['a', -2]])], NO_PINS).services).toEqual([]);
  });

  test.for<[string, CalledRow[], number | null]>([
    ['no recording', [], null],
    ['counted recordings', [row(1, 2, [])], null],
    ['recordings from before', [row(1, 2, null), row(2, 1, null), row(2, 4, [])], 3 * HOUR],
    ['recordings from before that are gone', [row(1, 2, null), row(1, -2, [])], null],
  ])('say since when they are counted with %s', ([, rows, since]) => {
    expect(mergedCalls(rows, NO_PINS).since).toBe(since);
  });
});
