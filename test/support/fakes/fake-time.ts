import type { Table } from '../../../functions/platform/world.ts';

interface Timer {
  at: number;
  /** Which of those that are due at one instant comes first. */
  order: number;
  ring(): void;
}

/** A clock that goes on when nothing is left to do at its instant; what is due at one instant comes in an order of chance. */
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

  /** Work that takes no time, and that the clock waits for all the same. */
  const atOnce = <T>(work: () => Promise<T>): Promise<T> => {
    underWay++;
    return work().finally(() => underWay--);
  };

  return {
    now: () => now,
    atOnce,
    sleep,

    /** Goes on until nobody sleeps any more. */
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

    /** The table as a process sees it: every call and every answer takes `latency`, and none comes once the process is dead. */
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
        batchGet: slow(table.batchGet),
        batchPut: slow(table.batchPut),
      };
    },
  };
}

const isBefore = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.order < other.order);
