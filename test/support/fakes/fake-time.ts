import type { Table } from '../../../functions/platform/world.ts';

interface Timer {
  at: number;
  /** Order among events that are due at the same instant. */
  order: number;
  ring(): void;
}

/** A clock that advances when nothing is left to do at its instant. Events of the same instant run in random order. */
export function fakeTime(start: number, random: () => number) {
  let now = start;
  let underWay = 0;
  const timers = new Set<Timer>();

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Error('stopped'));
      const timer = { at: now + ms, order: random(), ring: resolve };
      timers.add(timer);
      const stop = () => {
        timers.delete(timer);
        reject(new Error('stopped'));
      };
      signal?.addEventListener('abort', stop, { once: true });
    });

  /** Work that takes no time, but that the clock waits for. */
  const atOnce = <T>(work: () => Promise<T>): Promise<T> => {
    underWay++;
    return work().finally(() => underWay--);
  };

  return {
    now: () => now,
    atOnce,
    sleep,

    /** Advances until nothing sleeps. */
    async run(): Promise<void> {
      for (;;) {
        do await new Promise(setImmediate);
        while (underWay > 0);
        const next = [...timers].reduce<Timer | null>(
          (first, one) => (first && isBefore(first, one) ? first : one),
          null,
        );
        if (next === null) return;
        timers.delete(next);
        now = next.at;
        next.ring();
      }
    },

    /**
     * The table as a process sees it: every call and every response takes `latency`, and none arrives once the process
     * has crashed.
     */
    tableOf(table: Table, { latency, isDead }: { latency(): number; isDead(): boolean }): Table {
      const slow =
        <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
        async (...given: A): Promise<T> => {
          await sleep(latency());
          if (isDead()) return new Promise<T>(() => {});
          const done = await atOnce(() => work(...given));
          await sleep(latency());
          return isDead() ? new Promise<T>(() => {}) : done;
        };
      return {
        get: slow(table.get),
        put: slow(table.put),
        update: slow(table.update),
        remove: slow(table.remove),
        query: slow(table.query),
        transact: slow(table.transact),
        addInOrder: slow(table.addInOrder),
        batchGet: slow(table.batchGet),
        batchPut: slow(table.batchPut),
        batchRemove: slow(table.batchRemove),
      };
    },
  };
}

const isBefore = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.order < other.order);
