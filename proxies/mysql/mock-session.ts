import type { Correlation, DownstreamOptions } from '../downstream.ts';
import type { Statement } from '../sql/statement.ts';
import type { AnsweredKind } from '../sql/statement-answers.ts';
import { type CallCorrelation, callCorrelation } from '../wire/call-correlation.ts';
import { recordedError } from '../wire/recorded-error.ts';
import { MAX_STATEMENTS } from '../wire/wire-limits.ts';
import { failure, type StatementAnswer, statementAnswers } from './answer-statement.ts';
import { STATUS } from './capabilities.ts';
import type { Column } from './columns.ts';
import {
  COMMAND,
  executeParameters,
  keepLongData,
  LAST_STATEMENT,
  type Parameter,
  type PreparedParameters,
  statementId,
  wantsCursor,
} from './commands.ts';
import { queryText } from './query-text.ts';
import type { RealCalls } from './real-calls.ts';
import { describedOf, type Result } from './result.ts';
import {
  errorPayload,
  FormatFault,
  NOT_SUPPORTED,
  okPayload,
  preparedPayloads,
  resultPayloads,
  UNKNOWN_PARAMETER,
} from './server-packets.ts';
import { type SessionStatus, sessionEffect } from './session-statement.ts';
import type { SharedParts } from './shared-parts.ts';
import { queryKinds, type StatementKind } from './statement-kind.ts';

type SessionParts = Pick<SharedParts, 'read'> & {
  options: Pick<DownstreamOptions, 'name' | 'correlate' | 'matchCall' | 'matchStartup'>;
};

interface Prepared extends PreparedParameters {
  statement: Statement;
}

const ONE_COLUMN: Column = {
  name: '1',
  type: 3,
  charset: 63,
  length: 1,
  flags: 0x81,
  decimals: 0,
  schema: '',
  table: '',
  orgTable: '',
  orgName: '',
};

const EMPTY_QUERY = 1065;
const UNKNOWN_STATEMENT = 1243;
const TOO_MANY_STATEMENTS = 1461;

/** The server side of one connection in replay. */
interface MockConnection {
  options: Pick<DownstreamOptions, 'name' | 'correlate' | 'matchCall' | 'matchStartup'>;
  deprecatesEof: boolean;
  session: SessionStatus;
  real: Pick<RealCalls, 'make' | 'inSession' | 'reset'>;
  correlation: CallCorrelation;
  answer: (
    { sql, operation }: Statement,
    kind: AnsweredKind,
    parameters: readonly Parameter[],
    correlation: Correlation,
  ) => Promise<StatementAnswer>;
  statements: Map<number, Prepared>;
  lastId: number;
}

/** Answers the commands of one client, one after the other: each with payloads, in order; null ends the connection. */
export function mockSession(
  { options, read }: SessionParts,
  deprecatesEof: boolean,
  session: SessionStatus,
  real: Pick<RealCalls, 'make' | 'inSession' | 'reset'>,
): (payload: Buffer) => Promise<Buffer[] | null> {
  const mock: MockConnection = {
    options,
    deprecatesEof,
    session,
    real,
    correlation: callCorrelation(options.correlate),
    answer: statementAnswers(options, real.make),
    statements: new Map<number, Prepared>(),
    lastId: 0,
  };
  return async (payload) => {
    switch (payload[0]) {
      case COMMAND.QUERY:
        return run(mock, read(queryText(payload.subarray(1))), [], false);
      case COMMAND.PREPARE:
        return prepare(mock, read(queryText(payload.subarray(1))));
      case COMMAND.EXECUTE:
        return execute(mock, payload);
      case COMMAND.LONG_DATA:
        return keptLongData(mock, payload) ? [] : null;
      case COMMAND.CLOSE:
        mock.statements.delete(statementId(payload));
        return [];
      case COMMAND.QUIT:
        return null;
      case COMMAND.RESET_CONNECTION:
      case COMMAND.CHANGE_USER:
        mock.statements.clear();
        mock.correlation.end();
        mock.session.status = STATUS.AUTOCOMMIT;
        mock.real.reset();
        return [okPayload(ok(mock))];
      case COMMAND.INIT_DB: {
        const name = payload.toString('utf8', 1).replaceAll('`', '``');
        const error = await mock.real.inSession(`USE \`${name}\``, 'setting');
        return [error === null ? okPayload(ok(mock)) : errorPayload(error)];
      }
      case COMMAND.PING:
      case COMMAND.RESET_STATEMENT:
        return [okPayload(ok(mock))];
      case COMMAND.SET_OPTION:
        return resultPayloads([{ ...ok(mock), columns: null }], false, mock.deprecatesEof);
      case COMMAND.STATISTICS:
        return [Buffer.from('Uptime: 0')];
      default:
        return errorAnswer(NOT_SUPPORTED, 'replay: this command is not supported in replay');
    }
  };
}

const ok = (mock: MockConnection): Result => ({
  columns: null,
  rows: [],
  affectedRows: '0',
  insertId: '0',
  warnings: 0,
  status: mock.session.status,
  info: '',
});

const one = (mock: MockConnection): Result => ({ ...ok(mock), columns: [ONE_COLUMN], rows: [['1']] });

const errorAnswer = (code: number, message: string): Buffer[] => [errorPayload({ code, message })];

function sessionResult(
  mock: MockConnection,
  { command }: StatementKind & { kind: 'session' },
  { clues }: Statement,
): Result {
  if (command === 'BEGIN') {
    mock.correlation.begin(clues);
    mock.session.status |= STATUS.IN_TRANSACTION;
  } else if (command === 'END' || command === 'AUTOCOMMIT ON') {
    mock.correlation.end();
    mock.session.status &= ~STATUS.IN_TRANSACTION;
  }
  if (command === 'AUTOCOMMIT ON') mock.session.status |= STATUS.AUTOCOMMIT;
  if (command === 'AUTOCOMMIT OFF') mock.session.status &= ~STATUS.AUTOCOMMIT;
  return command === 'SELECT 1' ? one(mock) : ok(mock);
}

/** Of a text with session statements only; the real connection takes them as well. */
async function sessionAnswer(
  mock: MockConnection,
  kinds: readonly StatementKind[],
  statement: Statement,
): Promise<StatementAnswer> {
  const parts = statement.sql.split(';').filter((part) => part.trim() !== '');
  const texts = kinds.length === 1 ? [statement.sql] : parts.length === kinds.length ? parts : [];
  const results: Result[] = [];
  for (const [at, kind] of kinds.entries()) {
    if (kind.kind !== 'session') break;
    const sql = texts[at]?.trim();
    const effect = sql === undefined ? null : sessionEffect(kind.command, sql);
    const error = sql !== undefined && effect !== null ? await mock.real.inSession(sql, effect) : null;
    const result = sessionResult(mock, kind, statement);
    if (error !== null) return { results, error };
    results.push(result);
  }
  return { results, error: null };
}

async function answered(
  mock: MockConnection,
  statement: Statement,
  parameters: readonly Parameter[],
): Promise<StatementAnswer> {
  const kinds = queryKinds(statement);
  const [first] = kinds;
  if (first === undefined) return failure(EMPTY_QUERY, 'Query was empty');
  if (first.kind === 'session') return sessionAnswer(mock, kinds, statement);
  const found = await mock.answer(statement, first, parameters, mock.correlation.of(statement.clues));
  const last = found.results.at(-1);
  if (last && last.status & STATUS.IN_TRANSACTION) mock.correlation.begin({});
  else if (last) mock.correlation.end();
  return found;
}

async function run(
  mock: MockConnection,
  statement: Statement,
  parameters: readonly Parameter[],
  isBinary: boolean,
): Promise<Buffer[]> {
  const { results, error: failed } = await answered(mock, statement, parameters);
  try {
    // Results before an error announce that more follows.
    const before = failed === null ? results : [...results, ok(mock)];
    const payloads = resultPayloads(before, isBinary, mock.deprecatesEof);
    return failed === null ? payloads : [...payloads.slice(0, -1), errorPayload(failed)];
  } catch (fault) {
    if (fault instanceof FormatFault)
      return errorAnswer(NOT_SUPPORTED, 'replay: a value cannot be written in the form that the client asks for');
    throw fault;
  }
}

async function prepare(mock: MockConnection, statement: Statement): Promise<Buffer[]> {
  if (mock.statements.size >= MAX_STATEMENTS)
    return errorAnswer(TOO_MANY_STATEMENTS, 'replay: too many prepared statements');
  const [kind] = queryKinds(statement);
  const found = await mock.options.matchStartup({
    kind: 'database',
    target: mock.options.name,
    operation: `describe ${statement.operation}`,
    request: { describe: statement.sql },
  });
  if (kind?.kind !== 'session' && found.matched && found.error) return [errorPayload(recordedError(found.error))];
  // Clients take the columns from the result as well.
  const described = (found.matched ? describedOf(found.response) : null) ?? {
    parameters: Array.from({ length: placeholdersIn(statement.sql) }, () => UNKNOWN_PARAMETER),
    columns: kind?.kind === 'session' && kind.command === 'SELECT 1' ? [ONE_COLUMN] : [],
  };
  mock.lastId++;
  mock.statements.set(mock.lastId, { statement, count: described.parameters.length, types: null, ahead: new Map() });
  return preparedPayloads(mock.lastId, described, mock.deprecatesEof);
}

const preparedOf = (mock: MockConnection, payload: Buffer): Prepared | undefined => {
  const id = statementId(payload);
  return mock.statements.get(id === LAST_STATEMENT ? mock.lastId : id);
};

async function execute(mock: MockConnection, payload: Buffer): Promise<Buffer[]> {
  const prepared = preparedOf(mock, payload);
  if (prepared === undefined) return errorAnswer(UNKNOWN_STATEMENT, 'replay: the prepared statement does not exist');
  if (wantsCursor(payload)) return errorAnswer(NOT_SUPPORTED, 'replay: a cursor is not supported in replay');
  const parameters = executeParameters(payload, prepared);
  prepared.ahead.clear();
  return run(mock, prepared.statement, parameters, true);
}

function keptLongData(mock: MockConnection, payload: Buffer): boolean {
  const prepared = preparedOf(mock, payload);
  return prepared === undefined || keepLongData(payload, prepared);
}

/** Comments, strings and quoted names, in which a question mark is not a placeholder. */
const QUOTED = /\/\*[\s\S]*?\*\/|--\s[^\n]*|#[^\n]*|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`/g;

/** Counts the placeholders of a statement. @internal */
export const placeholdersIn = (sql: string): number => sql.replace(QUOTED, '').split('?').length - 1;
