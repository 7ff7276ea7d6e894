import { describe, expect, test } from 'vitest';
import { countedTimeouts, isBroken, mergedTimeouts, NO_TIMEOUTS } from '../../../functions/replay/domain/breaker.ts';

describe('circuit breaker (interface 2.3)', () => {
  test.for<[boolean, string, number, number, number]>([
    [false, 'nothing yet', 0, 0, 100],
    [false, '40 in a row', 40, 40, 1000],
    [true, '41 in a row', 41, 41, 1000],
    [false, '19 of 20', 19, 1, 20],
    [true, '20 of 20', 20, 1, 20],
    [false, '20 of 200 are 10 %', 20, 1, 200],
    [true, '20 of 199 are more than 10 %', 20, 1, 199],
    [true, '21 of 200', 21, 1, 200],
    [false, '100 of 1000 are 10 %', 100, 40, 1000],
    [true, '101 of 1000', 101, 0, 1000],
  ])('%s: %s', ([broken, , timeouts, timeoutsInRow, requests]) => {
    expect(isBroken({ timeouts, timeoutsInRow }, requests)).toBe(broken);
  });

  test.for(['response', 'connection-failure'] as const)('a %s ends the row and is not a timeout', (kind) => {
    expect(countedTimeouts({ timeouts: 7, timeoutsInRow: 5 }, { kind })).toEqual({ timeouts: 7, timeoutsInRow: 0 });
  });

  test('a dead environment that fails fast never trips it', () => {
    let counts = NO_TIMEOUTS;
    for (let n = 0; n < 500; n += 1) counts = countedTimeouts(counts, { kind: 'connection-failure' });
    expect(isBroken(counts, 500)).toBe(false);
  });

  test('timeouts count and lengthen the row', () => {
    const once = countedTimeouts(NO_TIMEOUTS, { kind: 'timeout' });
    expect(countedTimeouts(once, { kind: 'timeout' })).toEqual({ timeouts: 2, timeoutsInRow: 2 });
    expect(NO_TIMEOUTS).toEqual({ timeouts: 0, timeoutsInRow: 0 });
  });

  test('workers add up their timeouts, not their rows', () => {
    const workers = [
      { timeouts: 12, timeoutsInRow: 10 },
      { timeouts: 30, timeoutsInRow: 25 },
      { timeouts: 8, timeoutsInRow: 8 },
    ];
    expect(mergedTimeouts(workers)).toEqual({ timeouts: 50, timeoutsInRow: 25 });
    expect(mergedTimeouts([])).toEqual(NO_TIMEOUTS);
  });
});
