import type { Statement } from '../sql/statement.ts';
import type { OpenCall } from '../wire/open-call.ts';
import { STATUS } from './capabilities.ts';
import { type Column, columnOf } from './columns.ts';
import type { Parameter } from './commands.ts';
import { payloadReader } from './packets.ts';
import { type Result, responseOf } from './result.ts';
import { eofOf, errorOf, type OkPacket, okOf, rowOf } from './server-packets.ts';

/** A call whose answers arrive. */
export interface Making {
  open: OpenCall;
  statement: Statement;
  parameters: Parameter[];
  results: Result[];
}

/** Rows or OK, for each statement of a query. */
export interface ResultStep {
  type: 'result';
  /** Null if it is not recorded. */
  making: Making | null;
  isBinary: boolean;
  /** Set from the number of columns to the end of the rows. */
  columns: Column[] | null;
  /** Columns that follow; -1 for the packet that ends them. */
  left: number;
  rows: unknown[][];
}

export const resultStep = (making: Making | null, isBinary: boolean): ResultStep => ({
  type: 'result',
  making,
  isBinary,
  columns: null,
  left: 0,
  rows: [],
});

/** The query is answered, with the status of the server; null if it failed. */
export interface QueryEnd {
  status: number | null;
}

/** What a column and a value occupy beyond their bytes. */
const COLUMN_BYTES = 128;
const VALUE_BYTES = 16;

/** Parses a packet of a result; returns the end of the query, or `file` if the server asks for one. */
export function parseResultPacket(step: ResultStep, payload: Buffer, deprecatesEof: boolean): QueryEnd | 'file' | null {
  const [first] = payload;
  const isEnd = first === 0xfe && (payload.length < 9 || deprecatesEof);
  if (first === 0xff) return failed(step, errorOf(payload));
  if (step.columns === null) return parseHead(step, payload);
  if (step.left > 0) {
    if (step.making) step.columns.push(columnOf(payload));
    // A packet follows that ends the columns.
    step.left = step.left === 1 && !deprecatesEof ? -1 : step.left - 1;
  } else if (step.left === -1) step.left = 0;
  else if (isEnd) return completed(step, deprecatesEof ? okOf(payload) : eofOf(payload));
  else if (hold(step, payload.length + VALUE_BYTES * step.columns.length))
    step.rows.push(rowOf(payload, step.columns, step.isBinary));
  return null;
}

/** The first packet of a result: OK, a request for a file, or the number of columns. */
function parseHead(step: ResultStep, payload: Buffer): QueryEnd | 'file' | null {
  const [first] = payload;
  if (first === 0) return completed(step, okOf(payload));
  if (first === 0xfb) {
    leaveOut(step);
    return 'file';
  }
  step.left = Number(payloadReader(payload).lengthInt());
  step.columns = [];
  hold(step, step.left * COLUMN_BYTES);
  return null;
}

/** A statement is complete; others of the same query may follow. */
function completed(step: ResultStep, ok: Pick<OkPacket, 'status' | 'warnings'> & Partial<OkPacket>): QueryEnd | null {
  const { columns, rows, making } = step;
  making?.results.push({ affectedRows: '0', insertId: '0', info: '', ...ok, columns, rows });
  step.columns = null;
  step.rows = [];
  if (ok.status & STATUS.MORE_RESULTS) return null;
  if (making) finish(making, null);
  return { status: ok.status };
}

function failed({ making }: ResultStep, error: ReturnType<typeof errorOf>): QueryEnd {
  if (making) finish(making, error);
  return { status: null };
}

function finish({ open, statement, parameters, results }: Making, error: ReturnType<typeof errorOf> | null): void {
  open.complete({
    operation: statement.operation,
    request: { sql: statement.sql, parameters },
    response: results.length > 0 ? responseOf(results) : null,
    error,
  });
}

/** False if the call is not recorded, or no longer. */
function hold(step: ResultStep, bytes: number): boolean {
  if (step.making?.open.hold(bytes)) return true;
  step.making = null;
  step.rows = [];
  return false;
}

/** Leaves out a call that is too large, or no call. */
export function leaveOut(step: ResultStep): void {
  step.making?.open.abandon();
  step.making = null;
  step.rows = [];
}
