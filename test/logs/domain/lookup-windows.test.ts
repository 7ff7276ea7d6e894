import { describe, expect, test } from 'vitest';
import { windowsOf } from '../../../functions/logs/domain/lookup-windows.ts';

const MINUTE = 60_000;
const T = 1_700_000_000_000;

describe('the lookups for a request (spec 4.9, rule 5)', () => {
  test('have one window around each time', () => {
    const replayed = T + 24 * 60 * MINUTE;
    expect(windowsOf(T, replayed)).toEqual([
      { since: T - 2 * MINUTE, until: T + 2 * MINUTE },
      { since: replayed - 2 * MINUTE, until: replayed + 2 * MINUTE },
    ]);
    expect(windowsOf(replayed, T)).toEqual(windowsOf(T, replayed));
  });

  test('have one window if one time is known, and none otherwise', () => {
    expect(windowsOf(T, null)).toEqual([{ since: T - 2 * MINUTE, until: T + 2 * MINUTE }]);
    expect(windowsOf(null, T)).toEqual(windowsOf(T, null));
    expect(windowsOf(null, null)).toEqual([]);
  });

  test.for([0, 1, MINUTE, 4 * MINUTE - 1, 4 * MINUTE, 4 * MINUTE + 1])(
    'have windows that do not overlap and cover each time, for times %i ms apart',
    (apart) => {
      const windows = windowsOf(T, T + apart);
      for (const instant of [T - 2 * MINUTE, T, T + apart, T + apart + 2 * MINUTE - 1])
        expect(windows.filter(({ since, until }) => since <= instant && instant < until)).toHaveLength(1);
      for (const [at, { since, until }] of windows.entries()) {
        expect(since).toBeLessThan(until);
        expect(since).toBeGreaterThanOrEqual(windows[at - 1]?.until ?? 0);
      }
    },
  );
});
