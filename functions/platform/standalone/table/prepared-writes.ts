import { conditionHolds, isAlive } from '../../table/table-condition.ts';
import { checkChanges, checkItem, checkKey, isKey, keyOfWrite } from '../../table/table-limits.ts';
import { DamagedData } from '../../values/damaged-data.ts';
import type { Changes, Item, Key, Write } from '../../world.ts';
import { encode, type RowStatements } from '../table-rows.ts';

/** A write that is valid, with a copy of its values. */
interface PreparedWrite {
  /** Whether its condition holds at the moment. */
  holds(): boolean;
  apply(): void;
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

  return {
    alive,

    /** Validates and copies a write immediately; throws for one that is invalid. */
    prepare(requested: Write): PreparedWrite {
      const key = { pk: keyOfWrite(requested).pk, sk: keyOfWrite(requested).sk };
      const holds = () => {
        const { when } = requested;
        if (typeof when === 'string') return isThere(key) === (when === 'present');
        return when === undefined || conditionHolds(when, alive(key));
      };
      if ('put' in requested) {
        checkItem(requested.put);
        const row = encode(requested.put);
        return { holds, apply: () => rows.write(row) };
      }
      if ('update' in requested) {
        checkChanges(key, requested.set);
        const set = structuredClone(requested.set);
        return { holds, apply: () => rows.write(encode(changed(alive(key) ?? key, set))) };
      }
      checkKey(key);
      return { holds, apply: () => ('remove' in requested ? rows.remove(key) : undefined) };
    },
  };
}

function changed(row: Item | Key, set: Changes): Item {
  const item: Item = { ...row, ...set };
  checkItem(item);
  return item;
}
