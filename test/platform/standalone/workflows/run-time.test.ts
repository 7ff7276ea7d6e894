import { describe, expect, test } from 'vitest';
import { pause, within } from '../../../../functions/platform/standalone/workflows/run-time.ts';

/** Clocks of a run: a sleep advances both, and the wall clock is set while the first one lasts. */
function clocks(set: number) {
  const clock = { elapsed: 0, set: 0 };
  const slept: number[] = [];
  return {
    slept,
    run: {
      now: () => 1_800_000_000_000 + clock.elapsed + clock.set,
      elapsed: () => clock.elapsed,
      async sleep(ms: number) {
        slept.push(ms);
        clock.elapsed += ms;
        clock.set = set;
      },
    },
  };
}
const signal = new AbortController().signal;

describe.each([-45_000, -3_600_000, 3_600_000, 91 * 86_400_000])(
  'run time while the wall clock is set by %i ms',
  (set) => {
    test('counts a wait of three minutes', async () => {
      const { run, slept } = clocks(set);
      await pause(180_000, signal, run);
      expect(slept).toEqual([180_000]);
    });

    test('counts a timeout', async () => {
      const { run, slept } = clocks(set);
      await expect(within(900, () => new Promise(() => {}), signal, run)).rejects.toThrow('the time is over');
      expect(slept).toEqual([900_000]);
    });
  },
);
