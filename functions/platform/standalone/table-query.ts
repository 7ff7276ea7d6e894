import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { orderOf, readCursor, writeCursor } from '../table/table-cursor.ts';
import { canMatch, checkQuery, PAGE_SIZE } from '../table/table-limits.ts';
import type { Page, Query } from '../world.ts';
import { itemOf, type Row, selectItems } from './table-rows.ts';

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

    const statement = prepared.get(conditions) ?? selectItems(database, conditions);
    prepared.set(conditions, statement);
    const rows = statement.all(...values, limit + 1) as unknown as Row[]; // the type of `all` lacks setReturnArrays
    const items = rows.map(itemOf);
    const more = items.length > limit;
    const page = more ? items.slice(0, limit) : items;
    const last = page.at(-1);
    return { items: page, next: more && last ? writeCursor(last, query) : null };
  };
}

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
      ...readCursor(query.after, query),
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
