import type { Correlation, DownstreamOptions } from '../downstream.ts';
import type { Statement } from '../sql/statement.ts';
import type { AnsweredKind } from '../sql/statement-answers.ts';
import { type CallCorrelation, callCorrelation } from '../wire/call-correlation.ts';
import { recordedError } from '../wire/recorded-error.ts';
import type { WireValue } from '../wire/wire-value.ts';
import { failure, NOT_SUPPORTED, type StatementAnswer, statementAnswers } from './answer-statement.ts';
import { parametersOf } from './made-calls.ts';
import type { FrontendMessage } from './messages.ts';
import type { RealCalls } from './pass-through.ts';
import { type Result, resultsOf } from './result.ts';
import { describedResult, executedResult, queryResult } from './result-messages.ts';
import {
  BIND_COMPLETE,
  CLOSE_COMPLETE,
  commandComplete,
  EMPTY_QUERY,
  errorResponse,
  FormatFault,
  NO_DATA,
  PARSE_COMPLETE,
  parameterDescription,
  readyForQuery,
} from './server-messages.ts';
import { ONE_FIELDS, type Session, sessionAnswer, sessionEffect, TRANSACTION_FAILED } from './session-statement.ts';
import type { SharedParts } from './shared-parts.ts';
import { queryKinds, type SessionCommand } from './statement-kind.ts';
import { type Portal, type Prepared, type Statements, statementsOf } from './statements.ts';

/** Answers the messages of one client, one after the other. */
export interface MockSession {
  handle(message: FrontendMessage): Promise<Buffer[]>;
}

/** A portal of a mocked connection: what it answers is known once it is described or executed. */
interface Asked {
  answer: StatementAnswer;
  /** The first row of the next Execute. */
  from: number;
}

const ONE: Result = { tag: 'SELECT 1', fields: ONE_FIELDS, rows: [['1']], notices: [] };
const EMPTY: Result = { tag: '', fields: null, rows: [], notices: [] };

/** The server side of one connection in replay. */
interface MockConnection {
  options: DownstreamOptions;
  read: (sql: string) => Statement;
  session: Session;
  real: Pick<RealCalls, 'make' | 'inSession'>;
  statements: Statements;
  correlation: CallCorrelation;
  answer: (
    { sql, operation }: Statement,
    kind: AnsweredKind,
    parameters: readonly WireValue[],
    correlation: Correlation,
  ) => Promise<StatementAnswer>;
  asked: WeakMap<Portal, Asked>;
  /** After an error nothing is answered until Sync. */
  isSkipping: boolean;
}

/** Creates the server side of one connection in replay (PostgreSQL documentation 55.2). */
export function mockSession(
  { options, read, sharedStatements }: SharedParts,
  session: Session,
  real: Pick<RealCalls, 'make' | 'inSession'>,
): MockSession {
  const mock: MockConnection = {
    options,
    read,
    session,
    real,
    statements: statementsOf(sharedStatements),
    correlation: callCorrelation(options.correlate),
    answer: statementAnswers(options, real.make),
    asked: new WeakMap<Portal, Asked>(),
    isSkipping: false,
  };
  return {
    handle: async (message) => {
      try {
        return await handle(mock, message);
      } catch (fault) {
        if (!(fault instanceof FormatFault)) throw fault;
        const text = 'replay: a value was recorded in another format than the client asks for (text or binary)';
        const messages = errorAnswer(mock, failure(NOT_SUPPORTED, text).error);
        if (message.type !== 'query') return messages;
        mock.isSkipping = false;
        return [...messages, readyForQuery(mock.session.status)];
      }
    },
  };
}

/** Writes an error, which fails the transaction. */
function failed(mock: MockConnection, error: Readonly<Record<string, unknown>>): Buffer {
  if (mock.session.status === 'T') mock.session.status = 'E';
  return errorResponse('E', error);
}

function endOfTransaction(mock: MockConnection): void {
  if (mock.session.status !== 'I') return;
  mock.correlation.end();
  mock.statements.endTransaction();
}

/** The texts of the statements of a query; none if it is unclear where each begins. */
function textsOf(sql: string, count: number): string[] {
  if (count === 1) return [sql];
  const parts = sql.split(';').filter((part) => part.trim() !== '');
  return parts.length === count ? parts : [];
}

/** Messages of the session statements of a query, up to the one that failed. */
async function sessionAnswers(
  mock: MockConnection,
  prepared: Pick<Prepared, 'sql' | 'clues' | 'operation'>,
): Promise<{ messages: Buffer[]; hasFailed: boolean }> {
  const kinds = queryKinds(prepared);
  const texts = textsOf(prepared.sql, kinds.length);
  const messages: Buffer[] = [];
  for (const [at, kind] of kinds.entries()) {
    if (kind.kind !== 'session') break;
    if (kind.command === 'BEGIN') mock.correlation.begin(prepared.clues);
    if (kind.command === 'DISCARD ALL') mock.statements.clear();
    const sql = texts[at]?.trim() ?? '';
    const fault = await inRealSession(mock, kind.command, sql);
    const answers =
      kind.command === 'SELECT 1' && mock.session.status !== 'E'
        ? [commandComplete('SELECT 1')]
        : sessionAnswer(mock.session, kind.command, sql);
    if (answers === null || fault !== null)
      return { messages: [...messages, failed(mock, fault ?? TRANSACTION_FAILED)], hasFailed: true };
    messages.push(...answers);
  }
  return { messages, hasFailed: false };
}

/** A COMMIT after an error rolls back, also if the real server knows nothing of the error. */
async function inRealSession(
  mock: MockConnection,
  command: SessionCommand,
  sql: string,
): Promise<StatementAnswer['error']> {
  const hasFailed = mock.session.status === 'E';
  if (hasFailed && command === 'COMMIT') return mock.real.inSession('ROLLBACK', 'rollback');
  if (hasFailed && command !== 'ROLLBACK' && command !== 'ROLLBACK TO') return null;
  const effect = sessionEffect(command, sql);
  return effect && mock.real.inSession(sql || command, effect);
}

async function query(mock: MockConnection, sql: string): Promise<Buffer[]> {
  const statement = mock.read(sql);
  const [kind] = queryKinds(statement);
  const messages = await answered();
  endOfTransaction(mock);
  return [...messages, readyForQuery(mock.session.status)];

  async function answered(): Promise<Buffer[]> {
    if (kind === undefined) return [EMPTY_QUERY];
    if (kind.kind === 'session' && kind.command === 'SELECT 1' && mock.session.status !== 'E') return queryResult(ONE);
    if (kind.kind === 'session') return (await sessionAnswers(mock, statement)).messages;
    if (mock.session.status === 'E') return [failed(mock, TRANSACTION_FAILED)];
    const { results, error } = await mock.answer(statement, kind, [], mock.correlation.of(statement.clues));
    return [...results.flatMap(queryResult), ...(error === null ? [] : [failed(mock, error)])];
  }
}

/** Asks for the answer of a portal, once. */
async function answerOf(mock: MockConnection, portal: Portal): Promise<Asked> {
  const known = mock.asked.get(portal);
  if (known !== undefined) return known;
  const { prepared } = portal;
  const [kind] = queryKinds(prepared);
  const found =
    kind === undefined
      ? { results: [EMPTY], error: null }
      : kind.kind === 'session'
        ? { results: [ONE], error: null }
        : mock.session.status === 'E'
          ? { results: [], error: TRANSACTION_FAILED }
          : await mock.answer(prepared, kind, parametersOf(portal), mock.correlation.of(prepared.clues));
  const now = { answer: found, from: 0 };
  mock.asked.set(portal, now);
  return now;
}

/** A statement is described before its parameters are known: by what was recorded for it, whatever they were. */
async function describeStatement(mock: MockConnection, prepared: Prepared): Promise<Buffer[]> {
  const [kind] = queryKinds(prepared);
  if (kind === undefined || kind.kind === 'session') {
    const isOne = kind?.kind === 'session' && kind.command === 'SELECT 1';
    return [parameterDescription([]), isOne ? describedResult(ONE, []) : NO_DATA];
  }
  const found = await mock.options.matchStartup({
    kind: 'database',
    target: mock.options.name,
    operation: `describe ${prepared.operation}`,
    request: { describe: prepared.sql },
  });
  if (found.matched && found.error) return errorAnswer(mock, recordedError(found.error));
  const [result] = (found.matched && resultsOf(found.response)) || [];
  if (!result)
    return errorAnswer(
      mock,
      failure('58000', 'replay: the description of this prepared statement was not recorded').error,
    );
  const types = parameterTypes(found.response);
  prepared.fields = result.fields;
  prepared.types = types;
  return [parameterDescription(types), describedResult(result, [])];
}

const errorAnswer = (mock: MockConnection, fields: StatementAnswer['error']): Buffer[] => {
  mock.isSkipping = true;
  return [failed(mock, fields ?? {})];
};

async function describe(mock: MockConnection, of: 'statement' | 'portal', name: string): Promise<Buffer[]> {
  const prepared = of === 'statement' ? mock.statements.prepared(name) : undefined;
  if (prepared) return describeStatement(mock, prepared);
  const portal = of === 'portal' ? mock.statements.portal(name) : undefined;
  return portal
    ? describePortal(mock, portal)
    : errorAnswer(mock, failure('34000', 'replay: nothing has this name').error);
}

async function describePortal(mock: MockConnection, portal: Portal): Promise<Buffer[]> {
  const [kind] = queryKinds(portal.prepared);
  if (kind?.kind === 'session' && kind.command !== 'SELECT 1') return [NO_DATA];
  const { answer: found } = await answerOf(mock, portal);
  const [result] = found.results;
  if (!result) return errorAnswer(mock, found.error);
  return [describedResult(result, portal.bound.resultFormats)];
}

async function execute(mock: MockConnection, portal: Portal, maxRows: number): Promise<Buffer[]> {
  const [kind] = queryKinds(portal.prepared);
  if (kind?.kind === 'session' && kind.command !== 'SELECT 1') {
    const { messages, hasFailed } = await sessionAnswers(mock, portal.prepared);
    mock.isSkipping = hasFailed;
    return messages;
  }
  const now = await answerOf(mock, portal);
  const [result] = now.answer.results;
  if (now.answer.error !== null || !result) return errorAnswer(mock, now.answer.error);
  const { messages, next } = executedResult(result, portal.bound.resultFormats, now.from, maxRows);
  now.from = next ?? result.rows.length;
  return messages;
}

async function handle(mock: MockConnection, message: FrontendMessage): Promise<Buffer[]> {
  if (mock.isSkipping && message.type !== 'sync') return [];
  switch (message.type) {
    case 'query':
      return query(mock, message.sql);
    case 'parse': {
      const prepared = { ...mock.read(message.sql), types: message.types, fields: undefined };
      if (mock.statements.prepare(message.name, prepared)) return [PARSE_COMPLETE];
      return errorAnswer(mock, failure('53400', 'replay: too many prepared statements').error);
    }
    case 'bind': {
      const prepared = mock.statements.prepared(message.statement);
      if (!prepared) return errorAnswer(mock, failure('26000', 'replay: the prepared statement does not exist').error);
      mock.statements.bind(message.portal, { prepared, bound: message, fields: undefined });
      return [BIND_COMPLETE];
    }
    case 'describe':
      return describe(mock, message.of, message.name);
    case 'execute': {
      const portal = mock.statements.portal(message.portal);
      return portal
        ? execute(mock, portal, message.maxRows)
        : errorAnswer(mock, failure('34000', 'replay: the portal does not exist').error);
    }
    case 'close':
      mock.statements.close(message.of, message.name);
      return [CLOSE_COMPLETE];
    case 'sync':
      mock.isSkipping = false;
      endOfTransaction(mock);
      return [readyForQuery(mock.session.status)];
    case 'functionCall':
      return [
        failed(mock, failure(NOT_SUPPORTED, 'replay: a function call is not supported in replay').error ?? {}),
        readyForQuery(mock.session.status),
      ];
    default:
      // Flush: everything is sent at once. COPY and passwords come only where they are asked for.
      return [];
  }
}

function parameterTypes(response: unknown): number[] {
  const given =
    typeof response === 'object' && response !== null && 'parameters' in response ? response.parameters : [];
  return Array.isArray(given) ? given.filter((type): type is number => Number.isInteger(type)) : [];
}
