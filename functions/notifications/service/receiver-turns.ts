/** Maximum concurrent sends to one receiver, and to a slow one. */
const MOST = 4;
const MOST_WHEN_SLOW = 1;
/** An exchange of at least this many ms counts as slow. */
const SLOW_MS = 1_000;
/** Maximum sends that wait in this process for a receiver that was fast last time. */
const MOST_WAITING = 64;
/** Assumed duration before the first exchange. */
const ASSUMED_MS = 1_000;
const LEAST_AWAY_MS = 1_000;
const MOST_AWAY_MS = 600_000;
/** Maximum receivers kept in memory. The least recently used one is removed. */
const MOST_KNOWN = 10_000;

/** `leave` takes the duration of the exchange in ms, or null if there was none. `awayForMs`: how long to postpone. */
export type Turn = { leave(ms: number | null): void } | { awayForMs: number };

export type ReceiverTurns = ReturnType<typeof receiverTurns>;

interface Line {
  busy: number;
  waiting: ((isTurn: boolean) => void)[];
  /** Duration of the latest exchange. Null before the first. */
  latestMs: number | null;
  /** When the next postponed send may expect a turn, epoch ms. */
  nextAt: number;
}

/**
 * Keeps dead, slow or endless receivers from using up the notifier's concurrency: a few concurrent sends per receiver,
 * one if the latest was slow. A send without a free slot is postponed for the expected duration of those before it, and
 * uses no slot meanwhile.
 */
export function receiverTurns() {
  const lines = new Map<string, Line>();

  function lineOf(receiver: string): Line {
    const line = lines.get(receiver) ?? { busy: 0, waiting: [], latestMs: null, nextAt: 0 };
    lines.delete(receiver);
    lines.set(receiver, line);
    const [oldest] = lines;
    if (lines.size > MOST_KNOWN && oldest?.[1].busy === 0) lines.delete(oldest[0]);
    return line;
  }

  function away(line: Line, now: number): Turn {
    line.nextAt = Math.min(
      Math.max(line.nextAt, now) + (line.latestMs ?? ASSUMED_MS) / mostOf(line),
      now + MOST_AWAY_MS,
    );
    return { awayForMs: Math.max(Math.round(line.nextAt - now), LEAST_AWAY_MS) };
  }

  function leave(line: Line, ms: number | null): void {
    line.busy -= 1;
    line.latestMs = ms ?? line.latestMs;
    if (isSlow(line)) for (const answer of line.waiting.splice(0)) answer(false);
    while (line.busy < mostOf(line) && line.waiting.length > 0) {
      line.busy += 1;
      line.waiting.shift()?.(true);
    }
  }

  return {
    /** Requests a turn with a receiver (the digest of its address). */
    async enter(receiver: string, now: () => number): Promise<Turn> {
      const line = lineOf(receiver);
      if (line.busy < mostOf(line)) {
        line.busy += 1;
        return { leave: (ms) => leave(line, ms) };
      }
      const mayWait = line.latestMs !== null && !isSlow(line) && line.waiting.length < MOST_WAITING;
      const isTurn = mayWait && (await new Promise<boolean>((resolve) => line.waiting.push(resolve)));
      return isTurn ? { leave: (ms) => leave(line, ms) } : away(line, now());
    },
  };
}

const isSlow = ({ latestMs }: Line) => latestMs !== null && latestMs >= SLOW_MS;
const mostOf = (line: Line) => (isSlow(line) ? MOST_WHEN_SLOW : MOST);
