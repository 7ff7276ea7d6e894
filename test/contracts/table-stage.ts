import { beforeAll } from 'vitest';
import type { Item, Table } from '../../functions/platform/world.ts';

/** A driver under test: a table and its clock. */
export interface TableUnderTest {
  table: Table;
  clock: { now: number };
}

export type TableStage = ReturnType<typeof tableStage>;

export const NOW = 1_700_000_000_000;

let partitions = 0;

/** One table for all tests of a contract. Each test uses its own partition. */
export function tableStage(open: () => Promise<TableUnderTest>) {
  let opened: TableUnderTest | undefined;
  beforeAll(async () => {
    opened = await open();
    opened.clock.now = NOW;
  });
  const underTest = () => {
    if (opened === undefined) throw new Error('the table is not open yet');
    return opened;
  };
  const partition = () => `T#${++partitions}`;

  return {
    get table() {
      return underTest().table;
    },
    get clock() {
      return underTest().clock;
    },
    partition,

    /** Puts rows into a new partition and returns its key. */
    async seed(...items: Omit<Item, 'pk'>[]) {
      const pk = partition();
      for (const item of items) await underTest().table.put({ ...item, pk, sk: String(item.sk) });
      return pk;
    },
    keysOf: (items: Item[]) => items.map(({ sk }) => sk),
  };
}
