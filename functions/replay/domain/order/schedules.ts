/** Hands out requests to concurrent senders. */
export interface Schedule<T> {
  /**
   * The next request for a sender that has finished `last`, null at its start. `later`: others have to end first. Null:
   * none is left to hand out.
   */
  next(last: T | null): T | 'later' | null;
}

/** Lanes side by side, each in its order: a sender that has begun a lane sends all of it. */
export function laneSchedule<T extends object>(lanes: readonly (readonly T[])[]): Schedule<T> {
  let begun = 0;
  const positions = new Map<T, { lane: readonly T[]; index: number }>();

  function begin(lane: readonly T[], index: number): T | null {
    const one = lane[index];
    if (one === undefined) return null;
    positions.set(one, { lane, index });
    return one;
  }

  return {
    next(last) {
      const before = last && positions.get(last);
      if (last) positions.delete(last);
      const following = before ? begin(before.lane, before.index + 1) : null;
      if (following !== null) return following;
      for (let lane = lanes[begun++]; lane !== undefined; lane = lanes[begun++]) {
        const first = begin(lane, 0);
        if (first !== null) return first;
      }
      return null;
    },
  };
}

/**
 * One order for all: a request is handed out when no earlier one that it waits for is left. At most `window` requests
 * that have not begun are looked at for one, so that a hand-out takes at most window² comparisons.
 */
export function orderedSchedule<T extends object>(
  requests: readonly T[],
  { waitsFor, window }: { waitsFor(later: T, earlier: T, isBegun: boolean): boolean; window: number },
): Schedule<T> {
  /** In their order: those that are being sent, and the next ones. */
  const open: { one: T; isBegun: boolean }[] = [];
  let waiting = 0;
  let read = 0;

  return {
    next(last) {
      const done = last === null ? -1 : open.findIndex(({ one }) => one === last);
      if (done >= 0) open.splice(done, 1);
      for (let one = requests[read]; waiting < window && one !== undefined; one = requests[++read]) {
        open.push({ one, isBegun: false });
        waiting++;
      }
      for (const [at, entry] of open.entries()) {
        if (entry.isBegun || open.slice(0, at).some((earlier) => waitsFor(entry.one, earlier.one, earlier.isBegun)))
          continue;
        entry.isBegun = true;
        waiting--;
        return entry.one;
      }
      return waiting > 0 ? 'later' : null;
    },
  };
}
