import type { Statement } from '../sql/statement.ts';
import type { CallCorrelation } from '../wire/call-correlation.ts';
import type { CallNoter, OpenCall } from '../wire/open-call.ts';
import type { WireValue } from '../wire/wire-value.ts';
import { recordedValue } from './binary-values.ts';
import { bodyReader, type Field, values } from './messages.ts';
import { type Result, responseOf, rowOf } from './result.ts';
import { formatAt } from './server-messages.ts';
import { queryKinds } from './statement-kind.ts';
import type { Portal, Prepared } from './statements.ts';

/** A call whose answers arrive. */
export interface Making {
  open: OpenCall;
  statement: Statement;
  /** Null for a simple query. */
  portal: Portal | null;
  results: Result[];
  /** Rows and notices of the statement that is being answered. */
  current: Result | null;
}

/** Calls of one connection to the real server. */
export interface MadeCalls {
  /** Begins a call; null if the statement is not a call, or too large. */
  begin(statement: Statement, portal: Portal | null): Making | null;
  /** Adds a DataRow; false if the call is too large now. */
  row(making: Making, body: Buffer): boolean;
  notice(making: Making, notice: Record<string, string>): void;
  /** The columns of the rows that follow. */
  describe(making: Making, fields: Field[] | null): void;
  /** One of its statements is complete. */
  complete(making: Making, tag: string): void;
  /** All of them are, or one failed. */
  finish(making: Making, error: Record<string, string> | null): void;
  /**
   * Notes how a statement is described, for replays where its description is asked for before its parameters are known.
   */
  describeStatement(prepared: Prepared, fields: Field[] | null, error: Record<string, string> | null): void;
}

/** In a transaction that failed already every statement fails, whatever it is. */
const IN_FAILED_TRANSACTION = '25P02';
/** What a row occupies beyond its bytes, per value. */
const VALUE_BYTES = 16;

export function madeCalls(
  noter: CallNoter,
  correlation: CallCorrelation,
  sayUnsupported: (what: string) => void,
): MadeCalls {
  const current = (making: Making): Result => {
    making.current ??= { tag: '', fields: fieldsOfPortal(making.portal), rows: [], notices: [] };
    return making.current;
  };

  return {
    begin: (statement, portal) => {
      const kinds = queryKinds(statement);
      const [first] = kinds;
      if (kinds.some((kind) => kind.kind === 'session' && kind.command === 'BEGIN')) correlation.begin(statement.clues);
      if (first?.kind === 'unsupported') sayUnsupported(first.what);
      if (first?.kind !== 'call' && first?.kind !== 'startup') return null;
      const open = first.kind === 'startup' ? noter.openStartup() : noter.open(correlation.of(statement.clues));
      const given = portal?.bound.parameters ?? [];
      const bytes = given.reduce((sum, value) => sum + (value?.length ?? 0) + VALUE_BYTES, statement.sql.length);
      return open.hold(bytes) ? { open, statement, portal, results: [], current: null } : null;
    },
    row: (making, body) => {
      const read = values(bodyReader(body));
      if (!making.open.hold(body.length + VALUE_BYTES * read.length)) return false;
      const { rows, fields } = current(making);
      rows.push(rowOf(read, fields));
      return true;
    },
    notice: (making, notice) => {
      current(making).notices.push(notice);
    },
    describe: (making, fields) => {
      making.current = { tag: '', fields, rows: [], notices: making.current?.notices ?? [] };
    },
    complete: (making, tag) => {
      making.results.push({ ...current(making), tag });
      making.current = null;
    },
    finish: ({ open, statement, portal, results, current: unfinished }, error) => {
      if (error?.code === IN_FAILED_TRANSACTION) {
        open.abandon();
        return;
      }
      // Rows without an end are of a portal that was closed before its last one.
      const all =
        unfinished === null || error !== null
          ? results
          : [...results, { ...unfinished, tag: `SELECT ${unfinished.rows.length}` }];
      open.complete({
        operation: statement.operation,
        request: { sql: statement.sql, parameters: portal === null ? [] : parametersOf(portal) },
        response: error === null || all.length > 0 ? responseOf(all, portal?.prepared.types ?? null) : null,
        error,
      });
    },
    describeStatement: (prepared, fields, error) => {
      const { operation, sql, types } = prepared;
      if (queryKinds(prepared).every(({ kind }) => kind === 'session')) return;
      noter.startup({
        operation: `describe ${operation}`,
        request: { describe: sql },
        response: error === null ? responseOf([{ tag: '', fields, rows: [], notices: [] }], types) : null,
        error,
      });
    },
  };
}

/** Parameters of a portal as they are recorded: as text where their type has one. */
export const parametersOf = ({ bound, prepared }: Pick<Portal, 'bound' | 'prepared'>): WireValue[] =>
  bound.parameters.map((value, at) => {
    const format = formatAt(bound.parameterFormats, at) === 1 ? 'binary' : 'text';
    return value === null ? null : recordedValue(value, format, prepared.types[at] ?? 0);
  });

/** Columns of a portal: as described, or as its statement was described, in the formats of the Bind. */
function fieldsOfPortal(portal: Portal | null): Field[] | null {
  if (portal === null) return null;
  if (portal.fields !== undefined) return portal.fields;
  const formats = portal.bound.resultFormats;
  const described = portal.prepared.fields ?? null;
  return (
    described?.map((field, at): Field => ({ ...field, format: formatAt(formats, at) === 1 ? 'binary' : 'text' })) ??
    null
  );
}
