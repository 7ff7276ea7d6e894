import { hash } from 'node:crypto';
import type { Item, Query } from '../world.ts';
import { isKeyText } from './table-limits.ts';

/** `after` of a query that is not a `next` of a page of the same list; reported to the caller (interface 10). */
export class UnusableCursor extends Error {
  override name = 'UnusableCursor';
}

/** The attributes that order the rows of a query; the primary key breaks ties of an index. */
export const orderOf = ({ index }: Query): string[] => (index === undefined ? ['sk'] : [`${index}sk`, 'pk', 'sk']);

/** Returns the cursor that continues after this row, regardless of later inserts. */
export function writeCursor(last: Item, query: Query): string {
  return Buffer.from(JSON.stringify([listOf(query), ...orderOf(query).map((name) => last[name])])).toString(
    'base64url',
  );
}

/**
 * Parses the values of the query's cursor in order; throws UnusableCursor for anything that does not belong to its
 * list.
 */
export function parseCursor(cursor: string, query: Query): string[] {
  const [list, ...values] = textsOf(Buffer.from(cursor, 'base64url').toString());
  const order = orderOf(query);
  const isUsable =
    list === listOf(query) &&
    values.length === order.length &&
    values.every((value, at) => isKeyText(value, order[at] === 'pk' ? 'pk' : 'sk')) &&
    isInRange(values[0] ?? '', query);
  if (!isUsable) throw new UnusableCursor('after must be the next of a page');
  return values;
}

/** A cursor of another list would continue at a meaningless place in this one. */
const listOf = ({ index, pk }: Query): string => hash('sha256', `${index ?? ''}#${pk}`, 'base64url').slice(0, 8);

/** DynamoDB rejects a start key outside the range. */
function isInRange(sortKey: string, { prefix = '', from = '', to }: Query): boolean {
  return (
    sortKey.startsWith(prefix) && isBefore(from, sortKey, true) && (to === undefined || isBefore(sortKey, to, false))
  );
}

function isBefore(one: string, other: string, orEqual: boolean): boolean {
  const order = Buffer.compare(Buffer.from(one), Buffer.from(other));
  return order < 0 || (orEqual && order === 0);
}

function textsOf(text: string): string[] {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : [];
  } catch {
    // Anything else is not a list of texts.
    return [];
  }
}
