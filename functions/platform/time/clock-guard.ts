import type { World } from '../world.ts';

/** A difference of the clocks above this is a step; below it, an ordinary correction. */
const MAX_CLOCKS_APART_MS = 5 * 60_000;

export interface ClockGuard {
  /** Epoch ms, whole, counted from the start of the process; steps of the wall clock do not change it. */
  counted(): number;
  /**
   * Epoch ms by which stored data expires. It is the wall clock's time, but while both clocks disagree by more than 5
   * minutes the earlier one's: a wrong clock never deletes anything, and nothing written by it expires early.
   */
  expiry(): number;
}

/**
 * Compares the wall clock with the monotonic one since the start of the process, and logs when they begin and cease to
 * disagree. A restart accepts the wall clock.
 */
export function clockGuard({ now, elapsed, log }: Pick<World, 'now' | 'elapsed' | 'log'>): ClockGuard {
  const start = now() - elapsed();
  const counted = () => Math.round(start + elapsed());
  let disagrees = false;

  return {
    counted,
    expiry() {
      const [wall, ours] = [now(), counted()];
      const isApart = Math.abs(wall - ours) > MAX_CLOCKS_APART_MS;
      if (isApart !== disagrees) {
        disagrees = isApart;
        const facts = { apart_seconds: Math.round((wall - ours) / 1000) };
        if (isApart) log.warn('the clock was set; expiry follows the earlier time until a restart', facts);
        else log.info('the clock is as it was; expiry follows it again', facts);
      }
      return isApart ? Math.min(wall, ours) : wall;
    },
  };
}
