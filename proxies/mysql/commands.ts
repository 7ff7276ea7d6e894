import { MAX_LONG_DATA_BYTES } from '../wire/wire-limits.ts';
import { type WireValue, wireValue } from '../wire/wire-value.ts';
import { payloadReader } from './packets.ts';
import { binaryValue, isNumber } from './values.ts';

/** Commands of a client (MySQL internals, "Command Phase"). */
export const COMMAND = {
  QUIT: 0x01,
  INIT_DB: 0x02,
  QUERY: 0x03,
  FIELD_LIST: 0x04,
  STATISTICS: 0x09,
  PING: 0x0e,
  CHANGE_USER: 0x11,
  PREPARE: 0x16,
  EXECUTE: 0x17,
  LONG_DATA: 0x18,
  CLOSE: 0x19,
  RESET_STATEMENT: 0x1a,
  SET_OPTION: 0x1b,
  FETCH: 0x1c,
  RESET_CONNECTION: 0x1f,
} as const;

/** A statement prepared on a connection. */
export interface PreparedParameters {
  count: number;
  /** Types of its parameters, as the last Execute that names them does: two bytes each. */
  types: Buffer | null;
  /** Parameters that were sent ahead, by position. */
  ahead: Map<number, Buffer>;
}

/** The statement of the last Prepare, for clients that do not wait for its number. */
export const LAST_STATEMENT = 0xffffffff;

/** The number of the statement of an Execute, Close, Reset, Fetch or long data. */
export const statementId = (payload: Buffer): number => payloadReader(payload.subarray(1)).uint(4);

/** Whether an Execute asks for a cursor, whose rows are fetched in parts. */
export const wantsCursor = (payload: Buffer): boolean => (payload[5] ?? 0) !== 0;

/** Reads the parameters of an Execute, and keeps their types for the next one. */
export function executeParameters(payload: Buffer, prepared: PreparedParameters): Parameter[] {
  const { count, ahead } = prepared;
  if (count === 0) return [];
  const reader = payloadReader(payload.subarray(10));
  const nulls = reader.bytes(Math.ceil(count / 8));
  if (reader.uint(1) === 1) prepared.types = Buffer.from(reader.bytes(2 * count));
  const types = prepared.types ?? Buffer.alloc(0);
  return Array.from({ length: count }, (_, at) => {
    const sent = ahead.get(at);
    if (sent !== undefined) return wireValue(sent);
    if (((nulls[at >> 3] ?? 0) >> (at & 7)) & 1) return null;
    const [type = 0, flags = 0] = types.subarray(2 * at, 2 * at + 2);
    const value = binaryValue(reader, { type, unsigned: (flags & 0x80) !== 0, decimals: 31 });
    return isNumber(type) && String(Number(value)) === value ? Number(value) : value;
  });
}

/** A parameter as it is recorded: a number if its type is one and JSON can hold it. */
export type Parameter = WireValue | number;

/** Keeps a parameter that is sent ahead of its Execute; false if it is more than is kept. */
export function keepLongData(payload: Buffer, { ahead }: PreparedParameters): boolean {
  const reader = payloadReader(payload.subarray(5));
  const at = reader.uint(2);
  const held = [...ahead.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  if (held + reader.left() > MAX_LONG_DATA_BYTES) return false;
  ahead.set(at, Buffer.concat([ahead.get(at) ?? Buffer.alloc(0), reader.rest()]));
  return true;
}
