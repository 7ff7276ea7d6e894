import { TableLimitError } from './table-limits.ts';
import type { Item, Query } from './world.ts';

/** The attributes that order the rows of a query; the primary key decides between equal sort keys of an index. */
export const orderOf = ({ index }: Query): string[] => (index === undefined ? ['sk'] : [`${index}sk`, 'pk', 'sk']);

/** The cursor that continues after this row, whatever is inserted meanwhile. */
export function writeCursor(last: Item, order: readonly string[]): string {
  return Buffer.from(JSON.stringify(order.map((name) => last[name]))).toString('base64url');
}

/** The values of a cursor in their order; throws TableLimitError for anything that is none. */
export function readCursor(cursor: string, order: readonly string[]): string[] {
  const values = parsed(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(values) && values.length === order.length && values.every((value) => typeof value === 'string'))
    return values;
  throw new TableLimitError('after must be the next of a page');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TableLimitError('after must be the next of a page', { cause });
  }
}
