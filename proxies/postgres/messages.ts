import { isUtf8 } from 'node:buffer';
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js';
import { type Framing, WireFault } from '../wire/frame-reader.ts';

/** Largest message that starts a connection (MAX_STARTUP_PACKET_LENGTH of PostgreSQL). @internal */
export const MAX_STARTUP_BYTES = 10_000;

/** Messages after the start: a type and an int32 that counts itself. */
export const messageFraming = (maxBodyBytes: number): Framing => ({
  headerBytes: 5,
  bodyBytes: (header) => checkedLength(header.readInt32BE(1)),
  maxBodyBytes,
});

/** Messages that start a connection have no type. */
export const STARTUP_FRAMING: Framing = {
  headerBytes: 4,
  bodyBytes: (header) => {
    const length = checkedLength(header.readInt32BE(0));
    if (length > MAX_STARTUP_BYTES) throw new WireFault('a start-up message is too long');
    return length;
  },
  maxBodyBytes: MAX_STARTUP_BYTES,
};

function checkedLength(length: number): number {
  if (length < 4) throw new WireFault('a message is shorter than its length');
  return length - 4;
}

/** Reads the body of a message, field by field. */
export function bodyReader(body: Buffer): BufferReader {
  const reader = new BufferReader();
  reader.setBuffer(0, body);
  return reader;
}

export interface BindMessage {
  type: 'bind';
  portal: string;
  statement: string;
  parameterFormats: number[];
  parameters: (Buffer | null)[];
  resultFormats: number[];
}

/** What a client sends after the start (PostgreSQL documentation 55.7), as far as the proxy distinguishes it. */
export type FrontendMessage =
  | { type: 'query'; sql: string }
  | { type: 'parse'; name: string; sql: string; types: number[] }
  | BindMessage
  | { type: 'describe' | 'close'; of: 'statement' | 'portal'; name: string }
  | { type: 'execute'; portal: string; maxRows: number }
  | { type: 'sync' | 'flush' | 'terminate' | 'copyData' | 'copyDone' | 'copyFail' | 'functionCall' | 'password' };

/** Reads a message of the client; throws a WireFault or RangeError if it is not one. */
export function frontendMessage(code: number, body: Buffer): FrontendMessage {
  const reader = bodyReader(body);
  switch (String.fromCharCode(code)) {
    case 'Q':
      return { type: 'query', sql: textOf(body, reader) };
    case 'P':
      return { type: 'parse', name: reader.cstring(), sql: textOf(body, reader), types: counted(reader, 'uint32') };
    case 'B':
      return {
        type: 'bind',
        portal: reader.cstring(),
        statement: reader.cstring(),
        parameterFormats: counted(reader, 'int16'),
        parameters: values(reader),
        resultFormats: counted(reader, 'int16'),
      };
    case 'D':
    case 'C': {
      const of = reader.byte() === 0x53 ? 'statement' : 'portal';
      return { type: code === 0x44 ? 'describe' : 'close', of, name: reader.cstring() };
    }
    case 'E':
      return { type: 'execute', portal: reader.cstring(), maxRows: reader.int32() };
    case 'S':
      return { type: 'sync' };
    case 'H':
      return { type: 'flush' };
    case 'X':
      return { type: 'terminate' };
    case 'd':
      return { type: 'copyData' };
    case 'c':
      return { type: 'copyDone' };
    case 'f':
      return { type: 'copyFail' };
    case 'F':
      return { type: 'functionCall' };
    case 'p':
      return { type: 'password' };
    default:
      throw new WireFault('a message has an unknown type');
  }
}

/** Texts are UTF-8, whatever `client_encoding` says; others cannot be recorded. */
function textOf(body: Buffer, reader: BufferReader): string {
  if (!isUtf8(body)) throw new WireFault('a statement is not UTF-8');
  return reader.cstring();
}

function counted(reader: BufferReader, read: 'int16' | 'uint32'): number[] {
  const count = reader.int16();
  if (count < 0) throw new WireFault('a count is negative');
  return Array.from({ length: count }, () => reader[read]());
}

/** Reads values, each with its length or -1 for NULL: of a Bind or a DataRow. */
export function values(reader: BufferReader): (Buffer | null)[] {
  // Up to 65,535 parameters: the count is unsigned.
  const count = reader.int16() & 0xffff;
  const read: (Buffer | null)[] = [];
  for (let at = 0; at < count; at++) {
    const length = reader.int32();
    if (length < -1) throw new WireFault('a length is negative');
    const value = length === -1 ? null : reader.bytes(length);
    if (value !== null && value.length !== length) throw new WireFault('a value is longer than its message');
    read.push(value);
  }
  return read;
}

/** A column of a result (RowDescription). */
export interface Field {
  name: string;
  /** Object id of its type. */
  type: number;
  table: number;
  column: number;
  size: number;
  modifier: number;
  format: 'text' | 'binary';
}

/** Reads a RowDescription. */
export function fieldsOf(body: Buffer): Field[] {
  const reader = bodyReader(body);
  return Array.from({ length: reader.int16() }, () => {
    const name = reader.cstring();
    const table = reader.uint32();
    const column = reader.int16();
    const type = reader.uint32();
    const size = reader.int16();
    const modifier = reader.int32();
    return { name, type, table, column, size, modifier, format: reader.int16() === 0 ? 'text' : 'binary' };
  });
}

/** Reads a ParameterDescription: types of a statement's parameters. */
export const parameterTypesOf = (body: Buffer): number[] => {
  const reader = bodyReader(body);
  return Array.from({ length: reader.int16() & 0xffff }, () => reader.uint32());
};

/** Fields of errors and notices (PostgreSQL documentation 55.8) by the names that Node's clients give them. */
const ERROR_FIELDS = {
  S: 'severity',
  V: 'severityCode',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internalPosition',
  q: 'internalQuery',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  F: 'file',
  L: 'line',
  R: 'routine',
} as const;

/** Letters of error fields by name. */
export const ERROR_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERROR_FIELDS).map(([letter, name]) => [name, letter]),
);

/** Reads an ErrorResponse or a NoticeResponse. */
export function errorOf(body: Buffer): Record<string, string> {
  const reader = bodyReader(body);
  const fields: Record<string, string> = {};
  for (let letter = reader.byte(); letter; letter = reader.byte()) {
    const name = String.fromCharCode(letter);
    fields[name in ERROR_FIELDS ? ERROR_FIELDS[name as keyof typeof ERROR_FIELDS] : name] = reader.cstring(); // a key, as checked
  }
  return fields;
}
