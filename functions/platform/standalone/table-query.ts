import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { orderOf, parseCursor, writeCursor } from '../table/table-cursor.ts';
import { canMatch, checkQuery, PAGE_SIZE } from '../table/table-limits.ts';
import { DamagedData, damagedItem, isDamaged } from '../values/damaged-data.ts';
import type { Item, Page, Query } from '../world.ts';
import { isDamage, itemOf, keysOf, type Row, readable, selectItems, selectKeys } from './table-rows.ts';

/** Implements the queries of the Table port; rows that share an index key are ordered by their primary key. */
export function tableQuery(database: DatabaseSync, now: () => number) {
  const prepared = new Map<string, StatementSync>();

  return (query: Query): Page => {
    checkQuery(query);
    if (!canMatch(query)) return { items: [], next: null };
    const limit = query.limit ?? PAGE_SIZE;
    const order = orderOf(query);
    const { where, values } = clauses(query, order, now());
    const direction = query.descending ? 'DESC' : 'ASC';
    const conditions = `WHERE ${where.join(' AND ')}
      ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`;

    const items = rowsOf(conditions, [...values, limit + 1]).map((item) => {
      const isUsable = !isDamaged(item) && isAsAsked(item, query);
      if (!isUsable && query.damaged !== 'marked') throw new DamagedData({ pk: item.pk, sk: item.sk });
      return isUsable ? item : damagedItem(item);
    });
    const more = items.length > limit;
    const page = more ? items.slice(0, limit) : items;
    const last = page.at(-1);
    return { items: page, next: more && last ? writeCursor(last, query) : null };
  };

  /** The items of the rows; one that cannot be read is marked. */
  function rowsOf(conditions: string, values: (string | number)[]): Item[] {
    const statement = prepared.get(conditions) ?? selectItems(database, conditions);
    prepared.set(conditions, statement);
    try {
      // The type of `all` lacks setReturnArrays, here and below.
      return (statement.all(...values) as unknown as Row[]).map(itemOrMark);
    } catch (fault) {
      if (!isDamage(fault)) throw fault;
    }
    // A row that SQLite cannot read hides the others. By their keys they can be read one by one.
    const keys = readable({ pk: String(values[0]), sk: '' }, () => selectKeys(database, conditions).all(...values));
    const one = selectItems(database, 'WHERE pk = ? AND sk = ?');
    return (keys as unknown as Row[]).map(keysOf).map((key) => {
      try {
        const row = one.get(key.pk, key.sk) as Row | undefined;
        return row === undefined ? damagedItem(key) : itemOrMark(row);
      } catch (fault) {
        if (!isDamage(fault)) throw fault;
        return damagedItem(key);
      }
    });
  }
}

const itemOrMark = (row: Row): Item => itemOf(row) ?? damagedItem(keysOf(row));

/** Whether a row is one of this list: the entry of the index that led to it may be damaged. */
const isAsAsked = (item: Item, { index, pk }: Query): boolean => item[index === undefined ? 'pk' : `${index}pk`] === pk;

function clauses(query: Query, order: string[], now: number) {
  const where: string[] = [];
  const values: (string | number)[] = [];
  const must = (clause: string, ...bound: (string | number)[]) => {
    where.push(clause);
    values.push(...bound);
  };
  const [sortKey] = order;
  must(`${query.index ?? ''}pk = ?`, query.pk);
  if (query.index !== undefined) must(`${query.index}sk IS NOT NULL`);
  const { from, to } = rangeOf(query);
  // The cursor is within the range. With both bounds SQLite would start every page at the first row of the range and
  // step to the cursor.
  const begun = query.after !== undefined;
  if (from !== undefined && !(begun && !query.descending)) must(`${sortKey} >= ?`, from);
  if (to !== undefined && !(begun && query.descending)) must(`${sortKey} < ?`, to);
  if (query.after !== undefined)
    must(
      `(${order.join(', ')}) ${query.descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`,
      ...parseCursor(query.after, query),
    );
  must('(expiresAt IS NULL OR expiresAt > ?)', now);
  return { where, values };
}

function rangeOf({ prefix, from, to }: Query): { from?: string | undefined; to?: string | undefined } {
  if (prefix === undefined) return { from, to };
  return { from: prefix, to: endOfPrefix(prefix) };
}

/** The first text that sorts, by UTF-8 bytes, after all texts with the prefix; undefined if there is none. */
function endOfPrefix(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Surrogates are not characters: U+E000 follows U+D7FF.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
