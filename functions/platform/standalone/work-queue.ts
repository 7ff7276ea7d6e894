/** A job that waits for its turn. */
interface Waiting {
  bytes: number;
  start(): void;
}

/** Limits of what runs at the same time. */
export interface WorkQueueOptions {
  threads: number;
  /** Maximum bytes of all running jobs; a larger job runs alone. */
  maxRunningBytes: number;
}

/**
 * Admits jobs: first urgent ones, otherwise in order, at most one per thread, and only so many bytes at a time. A job
 * is given its input when it is admitted, so that what waits holds no memory.
 */
export function workQueue({ threads, maxRunningBytes }: WorkQueueOptions) {
  const urgent: Waiting[] = [];
  const ordinary: Waiting[] = [];
  let running = 0;
  let runningBytes = 0;

  function admit(): void {
    for (;;) {
      const line = urgent.length > 0 ? urgent : ordinary;
      const [next] = line;
      if (next === undefined || running === threads) return;
      if (running > 0 && runningBytes + next.bytes > maxRunningBytes) return;
      line.shift();
      running++;
      runningBytes += next.bytes;
      next.start();
    }
  }

  return {
    /** Resolves when the job may run; call the returned function when it has ended. Rejects when `signal` aborts before. */
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
