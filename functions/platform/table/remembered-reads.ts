import type { RowWatch, Watched } from './row-watch.ts';

/**
 * Creates the function that makes values of rows, with a cache of the latest `max` by their keys: one is made again
 * once a row that was read for it may have changed. `isFinal`: nothing else than rows of this table, and blobs that
 * they name, changes the value. A table without `watch` reads every time.
 */
export function rememberedReads<T>({ watch }: RowWatch, max: number) {
  const known = new Map<string, Watched<T>>();

  return async (key: string, read: () => Promise<T>, isFinal: (value: T) => boolean): Promise<T> => {
    if (watch === undefined) return read();
    const before = known.get(key);
    known.delete(key);
    const watched = before?.isCurrent() ? before : await watch(read);
    if (watched === before || (isFinal(watched.value) && watched.isCurrent())) {
      known.set(key, watched);
      const [oldest] = known.keys();
      if (known.size > max && oldest !== undefined) known.delete(oldest);
    }
    return watched.value;
  };
}
