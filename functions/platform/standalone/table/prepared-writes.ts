import { conditionHolds, isAlive } from '../../table/table-condition.ts';
import { checkChanges, checkItem, checkKey, checkTransaction, isKey, keyOfWrite } from '../../table/table-limits.ts';
import { DamagedData } from '../../values/damaged-data.ts';
import type { Changes, Item, Key, Write } from '../../world.ts';
import { encode, type RowStatements } from '../table-rows.ts';

/** A write that is valid, with a copy of its values. */
export interface PreparedWrite {
  /** What it counts of a transaction. */
  bytes: number;
  /** Whether its condition holds at the moment, or is left to `apply`. */
  holds(): boolean;
  /** False, and nothing is written, where the row is there that was to be absent. */
  apply(): boolean;
}

/** Reads rows that have not expired, and prepares writes for the transaction that applies them. */
export function preparedWrites(rows: RowStatements, now: () => number) {
  const alive = (key: Key): Item | undefined => {
    const item = isKey(key) ? rows.read(key) : undefined;
    return item && isAlive(item, now()) ? item : undefined;
  };
  const isThere = (key: Key): boolean => {
    try {
      return alive(key) !== undefined;
    } catch (fault) {
      if (fault instanceof DamagedData) return true;
      throw fault;
    }
  };

  /** Validates and copies a write immediately; throws for one that is invalid. */
  function prepare(requested: Write): PreparedWrite {
    const key = { pk: keyOfWrite(requested).pk, sk: keyOfWrite(requested).sk };
    const holds = () => {
      const { when } = requested;
      if (typeof when === 'string') return isThere(key) === (when === 'present');
      return when === undefined || conditionHolds(when, alive(key));
    };
    if ('put' in requested) {
      const bytes = checkItem(requested.put);
      const row = encode(requested.put);
      if (requested.when !== 'absent') return { bytes, holds, apply: always(() => rows.write(row)) };
      // Most rows that are to be absent are, and an insert finds that without reading.
      const replace = always(() => rows.write(row));
      return { bytes, holds: () => true, apply: () => rows.insert(row) || (!isThere(key) && replace()) };
    }
    if ('update' in requested) {
      const bytes = checkChanges(key, requested.set);
      const set = structuredClone(requested.set);
      return { bytes, holds, apply: always(() => rows.write(encode(changed(alive(key) ?? key, set)))) };
    }
    checkKey(key);
    return { bytes: 0, holds, apply: always(() => ('remove' in requested ? rows.remove(key) : undefined)) };
  }

  return {
    alive,
    prepare,

    /** The same for the writes of one transaction, which also have a maximum together. */
    prepareTogether(writes: readonly Write[]): PreparedWrite[] {
      const prepared = writes.map(prepare);
      checkTransaction(
        writes,
        prepared.map(({ bytes }) => bytes),
      );
      return prepared;
    },
  };
}

/** A write whose condition has been checked. */
const always = (write: () => void) => () => {
  write();
  return true;
};

function changed(row: Item | Key, set: Changes): Item {
  const item: Item = { ...row, ...set };
  checkItem(item);
  return item;
}
