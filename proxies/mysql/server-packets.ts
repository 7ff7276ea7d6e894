import { wireBytes, wireValue } from '../wire/wire-value.ts';
import { STATUS } from './capabilities.ts';
import { type Column, columnBytes, valueTypeOf } from './columns.ts';
import { lengthBytes, lengthIntBytes, type PayloadReader, payloadReader, uintBytes } from './packets.ts';
import type { Result } from './result.ts';
import { binaryBytes, binaryValue } from './values.ts';

/** An OK packet, or the end of rows that has its form. */
export type OkPacket = Pick<Result, 'affectedRows' | 'insertId' | 'status' | 'warnings' | 'info'>;

/** Reads an OK packet after its first byte. */
export function okOf(payload: Buffer): OkPacket {
  const reader = payloadReader(payload.subarray(1));
  const affectedRows = String(reader.lengthInt() ?? 0);
  const insertId = String(reader.lengthInt() ?? 0);
  const [status, warnings] = [reader.uint(2), reader.uint(2)];
  return { affectedRows, insertId, status, warnings, info: infoOf(reader) };
}

/** With session tracking the text has a length before it, otherwise it is the rest. */
function infoOf(reader: PayloadReader): string {
  const rest = reader.rest();
  const [length = 0] = rest;
  return length <= 0xfa && rest.length > length ? rest.toString('utf8', 1, 1 + length) : rest.toString('utf8');
}

/** Reads the end of columns or rows: warnings and status. */
export const eofOf = (payload: Buffer): Pick<OkPacket, 'status' | 'warnings'> => ({
  warnings: payload.readUInt16LE(1),
  status: payload.readUInt16LE(3),
});

/** Reads an error. */
export function errorOf(payload: Buffer): { code: number; sqlState: string; message: string } {
  const reader = payloadReader(payload.subarray(1));
  const code = reader.uint(2);
  const text = reader.rest().toString('utf8');
  const [, sqlState, message] = /^#(.{5})(.*)$/s.exec(text) ?? [];
  return { code, sqlState: sqlState ?? 'HY000', message: message ?? text };
}

/** Reads a row of the text or the binary protocol. */
export function rowOf(payload: Buffer, columns: readonly Column[], isBinary: boolean): unknown[] {
  const reader = payloadReader(payload);
  if (!isBinary)
    return columns.map(() => {
      const bytes = reader.lengthBytes();
      return bytes === null ? null : wireValue(bytes);
    });
  reader.uint(1);
  // Two bits are reserved.
  const nulls = reader.bytes((columns.length + 9) >> 3);
  return columns.map((column, at) =>
    ((nulls[(at + 2) >> 3] ?? 0) >> ((at + 2) & 7)) & 1 ? null : binaryValue(reader, valueTypeOf(column)),
  );
}

/** Payloads that a server writes. */

export const okPayload = (ok: OkPacket, first = 0): Buffer =>
  Buffer.concat([
    uintBytes(first, 1),
    lengthIntBytes(BigInt(ok.affectedRows)),
    lengthIntBytes(BigInt(ok.insertId)),
    uintBytes(ok.status, 2),
    uintBytes(ok.warnings, 2),
    Buffer.from(ok.info),
  ]);

const eofPayload = ({ status, warnings }: Pick<OkPacket, 'status' | 'warnings'>): Buffer =>
  Buffer.concat([uintBytes(0xfe, 1), uintBytes(warnings, 2), uintBytes(status, 2)]);

/** Writes an error with what was recorded of it, by whichever recorder. */
export function errorPayload(error: Readonly<Record<string, unknown>>): Buffer {
  const given = [error.errno, error.code].find((one) => typeof one === 'number');
  const state = typeof error.sqlState === 'string' && error.sqlState.length === 5 ? error.sqlState : 'HY000';
  const code = uintBytes(Number(given ?? UNKNOWN_ERROR) & 0xffff, 2);
  return Buffer.concat([Buffer.from([0xff]), code, Buffer.from(`#${state}${String(error.message ?? '')}`)]);
}

/** ER_UNKNOWN_ERROR and ER_NOT_SUPPORTED_YET. */
export const UNKNOWN_ERROR = 1105;
export const NOT_SUPPORTED = 1235;

/** A recorded value cannot be written in the format that the client asks for. */
export class FormatFault extends Error {
  override name = 'FormatFault';
}

function rowPayload(row: readonly unknown[], columns: readonly Column[], isBinary: boolean): Buffer {
  if (!isBinary)
    return Buffer.concat(
      row.map((value) => {
        const bytes = wireBytes(value);
        return bytes === null ? Buffer.from([0xfb]) : lengthBytes(bytes);
      }),
    );
  const nulls = Buffer.alloc((columns.length + 9) >> 3);
  const values = columns.map((column, at) => {
    const value = row[at];
    if (value === null || value === undefined) {
      nulls[(at + 2) >> 3] = (nulls[(at + 2) >> 3] ?? 0) | (1 << ((at + 2) & 7));
      return Buffer.alloc(0);
    }
    const bytes = binaryBytes(value, valueTypeOf(column));
    if (bytes === null) throw new FormatFault();
    return bytes;
  });
  return Buffer.concat([Buffer.alloc(1), nulls, ...values]);
}

/** Payloads of results in the format that the client asks for; throws a FormatFault if a value cannot be written. */
export function resultPayloads(results: readonly Result[], isBinary: boolean, deprecatesEof: boolean): Buffer[] {
  return results.flatMap((result, at) => {
    const more = at < results.length - 1 ? STATUS.MORE_RESULTS : 0;
    const ok = { ...result, status: (result.status & ~(STATUS.MORE_RESULTS | STATUS.CURSOR)) | more };
    const { columns, rows } = result;
    if (columns === null) return [okPayload(ok)];
    return [
      lengthIntBytes(columns.length),
      ...columnPayloads(columns, ok.status, deprecatesEof),
      ...rows.map((row) => rowPayload(row, columns, isBinary)),
      deprecatesEof ? okPayload(ok, 0xfe) : eofPayload(ok),
    ];
  });
}

const columnPayloads = (columns: readonly Column[], status: number, deprecatesEof: boolean): Buffer[] =>
  columns.length === 0
    ? []
    : [...columns.map(columnBytes), ...(deprecatesEof ? [] : [eofPayload({ status, warnings: 0 })])];

/** Payloads of the answer to a Prepare. */
export const preparedPayloads = (
  id: number,
  { parameters, columns }: { parameters: readonly Column[]; columns: readonly Column[] },
  deprecatesEof: boolean,
): Buffer[] => [
  Buffer.concat([
    uintBytes(0, 1),
    uintBytes(id, 4),
    uintBytes(columns.length, 2),
    uintBytes(parameters.length, 2),
    Buffer.alloc(3),
  ]),
  ...columnPayloads(parameters, STATUS.AUTOCOMMIT, deprecatesEof),
  ...columnPayloads(columns, STATUS.AUTOCOMMIT, deprecatesEof),
];

/** A parameter of which only the position is known. */
export const UNKNOWN_PARAMETER: Column = {
  name: '?',
  type: 253,
  charset: 63,
  length: 0,
  flags: 0x80,
  decimals: 0,
  schema: '',
  table: '',
  orgTable: '',
  orgName: '',
};
