import { lengthBytes, payloadReader, uintBytes } from './packets.ts';
import type { ValueType } from './values.ts';

/** A column of a result (ColumnDefinition41), also a parameter of a prepared statement. */
export interface Column {
  name: string;
  type: number;
  charset: number;
  length: number;
  flags: number;
  decimals: number;
  schema: string;
  table: string;
  orgTable: string;
  orgName: string;
}

const UNSIGNED = 0x20;

export const valueTypeOf = ({ type, flags, decimals }: Column): ValueType => ({
  type,
  unsigned: (flags & UNSIGNED) !== 0,
  decimals,
});

/** Reads a column definition. */
export function columnOf(payload: Buffer): Column {
  const reader = payloadReader(payload);
  const text = () => reader.lengthBytes()?.toString('utf8') ?? '';
  text();
  const [schema, table, orgTable, name, orgName] = [text(), text(), text(), text(), text()];
  reader.uint(1);
  const [charset, length] = [reader.uint(2), reader.uint(4)];
  const [type, flags, decimals] = [reader.uint(1), reader.uint(2), reader.uint(1)];
  return { name, type, charset, length, flags, decimals, schema, table, orgTable, orgName };
}

/** Writes a column definition. */
export const columnBytes = (column: Column): Buffer =>
  Buffer.concat([
    ...['def', column.schema, column.table, column.orgTable, column.name, column.orgName].map(lengthBytes),
    uintBytes(0x0c, 1),
    uintBytes(column.charset, 2),
    uintBytes(column.length, 4),
    uintBytes(column.type, 1),
    uintBytes(column.flags, 2),
    uintBytes(column.decimals, 1),
    Buffer.alloc(2),
  ]);
