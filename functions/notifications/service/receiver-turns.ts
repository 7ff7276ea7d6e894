/** Sends to one receiver side by side, and to one that keeps us waiting. */
const MOST = 4;
const MOST_WHEN_SLOW = 1;
/** An exchange of so many ms is a slow one. */
const SLOW_MS = 1_000;
/** Sends that wait here for a receiver that has just shown to be fast. */
const MOST_WAITING = 64;
/** Where nothing is known yet. */
const ASSUMED_MS = 1_000;
const LEAST_AWAY_MS = 1_000;
const MOST_AWAY_MS = 600_000;
/** Receivers that are remembered; the one not heard of for longest is forgotten. */
const MOST_KNOWN = 10_000;

/** `leave` with the ms that the exchange took, null where there was none; or how long to stay away. */
export type Turn = { leave(ms: number | null): void } | { awayForMs: number };

export type ReceiverTurns = ReturnType<typeof receiverTurns>;

interface Line {
  busy: number;
  waiting: ((isTurn: boolean) => void)[];
  /** Of the latest exchange; null before the first. */
  latestMs: number | null;
  /** When the next one that is sent away may expect a turn, epoch ms. */
  nextAt: number;
}

/**
 * Keeps receivers that are dead, slow or endless from taking every place in the notifier: a few sends side by side each, one where the
 * latest was slow. Whoever finds no place is sent away for as long as those before it are likely to take, and holds none meanwhile.
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
    /** Asks for a turn with a receiver (the digest of its address). */
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
