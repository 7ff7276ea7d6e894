/** Where pages of large selections are written and read again. */
export interface Pages<T> {
  /** Stores a page; the result names it. */
  put(page: readonly T[]): Promise<string>;
  read(name: string): Promise<T[]>;
}

/** Values in memory before they are written to pages. */
const MAX_IN_MEMORY = 50_000;
/** Pages written concurrently. */
const CONCURRENCY = 8;

/** Lists, by their numbers from 0, of which a bounded part is in memory and the rest in pages. */
export function segmentedLists<T>(segments: number, pages: Pages<T>, maxInMemory = MAX_IN_MEMORY) {
  const lists = Array.from({ length: segments }, (): { names: string[]; open: T[] } => ({ names: [], open: [] }));
  let inMemory = 0;

  async function writePages(): Promise<void> {
    const full = lists.filter(({ open }) => open.length > 0);
    for (let at = 0; at < full.length; at += CONCURRENCY)
      await Promise.all(
        full.slice(at, at + CONCURRENCY).map(async (list) => {
          const { open } = list;
          list.open = [];
          list.names.push(await pages.put(open));
        }),
      );
    inMemory = 0;
  }

  return {
    /** Appends a value to a list. */
    async add(segment: number, value: T): Promise<void> {
      lists[segment]?.open.push(value);
      if (++inMemory > maxInMemory) await writePages();
    },

    /** The values of a list in the order in which they were added, page by page; once, as they leave the memory. */
    async *take(segment: number): AsyncGenerator<T[]> {
      const { names = [], open = [] } = lists[segment] ?? {};
      for (const name of names) yield pages.read(name);
      inMemory -= open.length;
      lists[segment] = { names: [], open: [] };
      yield open;
    },
  };
}

export type SegmentedLists<T> = ReturnType<typeof segmentedLists<T>>;
