import { Writer } from 'pg-protocol/dist/buffer-writer.js';
import { isBase64, wireBytes } from '../wire/wire-value.ts';
import { binaryOf } from './binary-values.ts';
import { ERROR_LETTERS, type Field } from './messages.ts';

/** Messages of a server (PostgreSQL documentation 55.7), each as its bytes. */

const code = (letter: string): number => letter.charCodeAt(0);
const bare = (letter: string): Buffer => new Writer(8).flush(code(letter));

export const PARSE_COMPLETE = bare('1');
export const BIND_COMPLETE = bare('2');
export const CLOSE_COMPLETE = bare('3');
export const NO_DATA = bare('n');
export const EMPTY_QUERY = bare('I');
export const PORTAL_SUSPENDED = bare('s');
export const AUTHENTICATED = new Writer(8).addInt32(0).flush(code('R'));
/** The answer to a request for encryption: none. */
export const NOT_ENCRYPTED = Buffer.from('N');

export type TransactionStatus = 'I' | 'T' | 'E';

export const readyForQuery = (status: TransactionStatus): Buffer => new Writer(8).addString(status).flush(code('Z'));

export const parameterStatus = (name: string, value: string): Buffer =>
  new Writer(64).addCString(name).addCString(value).flush(code('S'));

export const backendKey = (process: number, secret: number): Buffer =>
  new Writer(16).addInt32(process).addInt32(secret).flush(code('K'));

export const commandComplete = (tag: string): Buffer => new Writer(32).addCString(tag).flush(code('C'));

export function parameterDescription(types: readonly number[]): Buffer {
  const writer = new Writer(64).addInt16(types.length);
  for (const type of types) writer.addInt32(type);
  return writer.flush(code('t'));
}

export function rowDescription(fields: readonly Field[], formats: readonly number[]): Buffer {
  const writer = new Writer(256).addInt16(fields.length);
  for (const [at, { name, table, column, type, size, modifier }] of fields.entries()) {
    writer.addCString(name).addInt32(table).addInt16(column).addInt32(type);
    writer.addInt16(size).addInt32(modifier).addInt16(formatAt(formats, at));
  }
  return writer.flush(code('T'));
}

/** Writes an error or a notice with the fields that were recorded. */
export function errorResponse(letter: 'E' | 'N', fields: Readonly<Record<string, unknown>>): Buffer {
  const writer = new Writer(256);
  for (const [name, value] of Object.entries({ severity: letter === 'E' ? 'ERROR' : 'NOTICE', ...fields })) {
    const field = ERROR_LETTERS.get(name) ?? (/^[A-Za-z]$/.test(name) ? name : null);
    if (field !== null && (typeof value === 'string' || typeof value === 'number'))
      writer.addString(field).addCString(String(value));
  }
  return writer.addString('\0').flush(code(letter));
}

/** Formats of a Bind: none is text, one is for all, otherwise one per column. */
export const formatAt = (formats: readonly number[], at: number): 0 | 1 =>
  (formats.length === 1 ? formats[0] : formats[at]) === 1 ? 1 : 0;

/** A recorded value cannot be written in the format that the client asks for. */
export class FormatFault extends Error {
  override name = 'FormatFault';
}

/** Writes a row in the formats that the client asks for; throws a FormatFault if a value cannot be. */
export function dataRow(row: readonly unknown[], fields: readonly Field[], formats: readonly number[]): Buffer {
  const writer = new Writer(256).addInt16(fields.length);
  for (const [at, field] of fields.entries()) {
    const bytes = bytesOf(row[at], field, formatAt(formats, at));
    writer.addInt32(bytes?.length ?? -1);
    if (bytes !== null) writer.add(bytes);
  }
  return writer.flush(code('D'));
}

function bytesOf(value: unknown, field: Field, format: 0 | 1): Buffer | null {
  const isBinary = format === 1;
  // Bytes without a text form are what was recorded, in the format it was recorded in.
  if (isBase64(value) && isBinary !== (field.format === 'binary')) throw new FormatFault();
  const bytes = wireBytes(typeof value === 'boolean' ? (value ? 't' : 'f') : value);
  if (bytes === null || isBase64(value) || !isBinary) return bytes;
  const binary = binaryOf(bytes.toString('utf8'), field.type);
  if (binary === null) throw new FormatFault();
  return binary;
}
