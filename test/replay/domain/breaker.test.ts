import { describe, expect, test } from 'vitest';
import { countedTimeouts, isBroken, mergedTimeouts, NO_TIMEOUTS } from '../../../functions/replay/domain/breaker.ts';

describe('the circuit breaker (interface 2.3)', () => {
  test.for<[boolean, string, number, number, number]>([
    [false, 'no timeouts', 0, 0, 100],
    [false, '40 in a row', 40, 40, 1000],
    [true, '41 in a row', 41, 41, 1000],
    [false, '19 of 20', 19, 1, 20],
    [true, '20 of 20', 20, 1, 20],
    [false, '20 of 200, which is 10 %', 20, 1, 200],
    [true, '20 of 199, which is more than 10 %', 20, 1, 199],
    [true, '21 of 200', 21, 1, 200],
    [false, '100 of 1000, which is 10 %', 100, 40, 1000],
    [true, '101 of 1000', 101, 0, 1000],
  ])('is open (%s) with %s', ([broken, , timeouts, timeoutsInRow, requests]) => {
    expect(isBroken({ timeouts, timeoutsInRow }, requests)).toBe(broken);
  });

  test.for(['response', 'connection-failure'] as const)('counts a %s as the end of a row, not as a timeout', (kind) => {
    expect(countedTimeouts({ timeouts: 7, timeoutsInRow: 5 }, { kind })).toEqual({ timeouts: 7, timeoutsInRow: 0 });
  });

  test('never opens for a dead environment that fails fast', () => {
    let counts = NO_TIMEOUTS;
    for (let n = 0; n < 500; n += 1) counts = countedTimeouts(counts, { kind: 'connection-failure' });
    expect(isBroken(counts, 500)).toBe(false);
  });

  test('counts timeouts, each lengthening the row', () => {
    const once = countedTimeouts(NO_TIMEOUTS, { kind: 'timeout' });
    expect(countedTimeouts(once, { kind: 'timeout' })).toEqual({ timeouts: 2, timeoutsInRow: 2 });
    expect(NO_TIMEOUTS).toEqual({ timeouts: 0, timeoutsInRow: 0 });
  });

  test('adds up the timeouts of workers, not their rows', () => {
    const workers = [
      { timeouts: 12, timeoutsInRow: 10 },
      { timeouts: 30, timeoutsInRow: 25 },
      { timeouts: 8, timeoutsInRow: 8 },
    ];
    expect(mergedTimeouts(workers)).toEqual({ timeouts: 50, timeoutsInRow: 25 });
    expect(mergedTimeouts([])).toEqual(NO_TIMEOUTS);
  });
});
