/** A job that waits for its turn. */
interface Waiting {
  bytes: number;
  start(): void;
}

/** Urgent jobs before one that is not: people who keep opening pages must not hold a replay up. */
const MAX_URGENT_IN_ROW = 2;

/** Limits of what runs at the same time. */
export interface WorkQueueOptions {
  threads: number;
  /** Maximum bytes of all running jobs; a larger job runs alone. */
  maxRunningBytes: number;
}

/**
 * Admits jobs: two urgent ones before another, otherwise in order, at most one per thread, and only so many bytes at a
 * time. A job is given its input when it is admitted, so that what waits holds no memory.
 */
export function workQueue({ threads, maxRunningBytes }: WorkQueueOptions) {
  const urgent: Waiting[] = [];
  const ordinary: Waiting[] = [];
  let urgentInRow = 0;
  let running = 0;
  let runningBytes = 0;

  function admit(): void {
    for (;;) {
      const isUrgent = urgent.length > 0 && (ordinary.length === 0 || urgentInRow < MAX_URGENT_IN_ROW);
      const line = isUrgent ? urgent : ordinary;
      const [next] = line;
      if (next === undefined || running === threads) return;
      if (running > 0 && runningBytes + next.bytes > maxRunningBytes) return;
      line.shift();
      urgentInRow = isUrgent ? urgentInRow + 1 : 0;
      running++;
      runningBytes += next.bytes;
      next.start();
    }
  }

  return {
    /** How many jobs wait for their turn. */
    waiting: (): number => urgent.length + ordinary.length,

    /**
     * Resolves when the job may run; call the returned function when it has ended. Rejects when `signal` aborts before.
     */
    turn({ bytes, isUrgent, signal }: { bytes: number; isUrgent: boolean; signal: AbortSignal }): Promise<() => void> {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const line = isUrgent ? urgent : ordinary;
      const giveUp = () => {
        line.splice(line.indexOf(waiting), 1);
        reject(signal.reason);
        admit();
      };
      const waiting: Waiting = {
        bytes,
        start() {
          signal.removeEventListener('abort', giveUp);
          resolve(() => {
            running--;
            runningBytes -= bytes;
            admit();
          });
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return promise;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      line.push(waiting);
      admit();
      return promise;
    },
  };
}
