import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import type { Watched } from '../../table/row-watch.ts';
import { isDamaged } from '../../values/damaged-data.ts';
import type { Item, Key, Page, Query } from '../../world.ts';
import type { Row, RowStatements } from '../table-rows.ts';

/** Partitions whose versions are known. One that is forgotten gets another version, as if it had been written. */
const MAX_PARTITIONS = 2_000;

/** What was read since a watch began. */
interface Reads {
  /** When it began, epoch ms, and the version of the file at that time. */
  since: number;
  file: unknown;
  /** Partitions, each with its version before the first read. */
  versions: Map<string, number>;
  /** When the first of the rows expires, epoch ms. */
  expiresAt: number;
  /** False after a read that says nothing of later ones. */
  isKnown: boolean;
}

/** Reads of a table, at once. */
interface Reader {
  get(key: Key): Item | undefined;
  query(query: Query): Page;
  batchGet(keys: readonly Key[]): (Item | undefined)[];
}

/** Reads partitions, and notes that. */
type Noted = <Found>(
  keys: readonly Pick<Query, 'pk' | 'index'>[],
  read: () => Found,
  itemsOf: (found: Found) => readonly (Item | undefined)[],
) => Found;

/**
 * Knows whether rows that were read may have changed: by a write of this process to their partition, by any write of
 * another one (PRAGMA data_version), or because one has expired or the clock was set back.
 */
export function rowWatch(database: DatabaseSync, now: () => number) {
  const watching = new AsyncLocalStorage<Reads>();
  const versions = partitionVersions(MAX_PARTITIONS);
  const dataVersion = database.prepare('PRAGMA data_version');
  dataVersion.setReturnArrays(true);
  const fileVersion = () => (dataVersion.get() as unknown as Row)[0]; // the type of `get` lacks setReturnArrays
  /** Rows that expired until then may have been deleted. */
  let purgedUntil = Number.NEGATIVE_INFINITY;

  const noted: Noted = (keys, read, itemsOf) => {
    const reads = watching.getStore();
    if (reads === undefined) return read();
    for (const { pk } of keys) if (!reads.versions.has(pk)) reads.versions.set(pk, versions.of(pk));
    // A row of an index may be written in any partition.
    const wasKnown = reads.isKnown && keys.every(({ index }) => index === undefined);
    // It stays so where the read throws: nothing is known of that row.
    reads.isKnown = false;
    const found = read();
    const items = itemsOf(found).filter((item) => item !== undefined);
    for (const { expiresAt } of items) reads.expiresAt = Math.min(reads.expiresAt, expiresAt ?? reads.expiresAt);
    // Between writes a transaction is open only where it failed and could not be ended yet.
    reads.isKnown = wasKnown && !items.some(isDamaged) && !database.isTransaction;
    return found;
  };

  function isCurrent({ isKnown, since, expiresAt, versions: seen, file }: Reads): boolean {
    const at = now();
    const isAsThen = isKnown && since <= at && expiresAt > Math.max(at, purgedUntil);
    return isAsThen && seen.entries().every(([pk, version]) => versions.of(pk) === version) && fileVersion() === file;
  }

  return {
    /** The same reads, which are noted. */
    watched: (reader: Reader) => readsNoted(reader, noted),

    /** The same statements, whose writes are noted. */
    written: (rows: RowStatements): RowStatements => ({
      ...writesNoted(rows, versions.changed),
      purge(at, max) {
        purgedUntil = Math.max(purgedUntil, at);
        return rows.purge(at, max);
      },
    }),

    /** See the Table port. A watch within another one watches for both. */
    async watch<T>(read: () => Promise<T>): Promise<Watched<T>> {
      const reads: Reads = watching.getStore() ?? {
        since: now(),
        file: fileVersion(),
        versions: new Map(),
        expiresAt: Number.POSITIVE_INFINITY,
        isKnown: true,
      };
      const value = await watching.run(reads, read);
      return { value, isCurrent: () => isCurrent(reads) };
    },
  };
}

/** The same reads, each with what it reads of and what it has found. */
const readsNoted = (reader: Reader, noted: Noted) => ({
  get: async (key: Key) =>
    noted(
      [key],
      () => reader.get(key),
      (item) => [item],
    ),
  query: async (query: Query) =>
    noted(
      [query],
      () => reader.query(query),
      ({ items }) => items,
    ),
  batchGet: async (keys: readonly Key[]) =>
    noted(
      keys,
      () => reader.batchGet(keys),
      (items) => items,
    ),
});

/** Statements that name each partition that they write. */
const writesNoted = (rows: RowStatements, changed: (pk: string) => void): RowStatements => ({
  ...rows,
  insert(row) {
    changed(row[0]);
    return rows.insert(row);
  },
  write(row) {
    changed(row[0]);
    rows.write(row);
  },
  remove(key) {
    changed(key.pk);
    rows.remove(key);
  },
});

/** Numbers of partitions, each of which is another one after a write. */
function partitionVersions(max: number) {
  const known = new Map<string, number>();
  let latest = 0;
  return {
    of(pk: string): number {
      const present = known.get(pk);
      if (present !== undefined) return present;
      known.set(pk, ++latest);
      const [oldest] = known.keys();
      if (known.size > max && oldest !== undefined) known.delete(oldest);
      return latest;
    },
    changed(pk: string): void {
      if (known.has(pk)) known.set(pk, ++latest);
    },
  };
}
