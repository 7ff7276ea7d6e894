import { callCorrelation } from '../wire/call-correlation.ts';
import { recordedError } from '../wire/recorded-error.ts';
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
import { type Portal, type Prepared, statementsOf } from './statements.ts';

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

/** Creates the server side of one connection in replay (PostgreSQL documentation 55.2). */
export function mockSession(
  { options, read, sharedStatements }: SharedParts,
  session: Session,
  real: Pick<RealCalls, 'make' | 'inSession'>,
): MockSession {
  const statements = statementsOf(sharedStatements);
  const correlation = callCorrelation(options.correlate);
  const answer = statementAnswers(options, real.make);
  const asked = new WeakMap<Portal, Asked>();
  /** After an error nothing is answered until Sync. */
  let isSkipping = false;

  /** Writes an error, which fails the transaction. */
  function failed(error: Readonly<Record<string, unknown>>): Buffer {
    if (session.status === 'T') session.status = 'E';
    return errorResponse('E', error);
  }

  function endOfTransaction(): void {
    if (session.status !== 'I') return;
    correlation.end();
    statements.endTransaction();
  }

  /** Messages of the session statements of a query, up to the one that failed. */
  async function sessionAnswers(
    prepared: Pick<Prepared, 'sql' | 'clues' | 'operation'>,
  ): Promise<{ messages: Buffer[]; hasFailed: boolean }> {
    const kinds = queryKinds(prepared);
    const parts = prepared.sql.split(';').filter((one) => one.trim() !== '');
    const texts = kinds.length === 1 ? [prepared.sql] : parts.length === kinds.length ? parts : [];
    const messages: Buffer[] = [];
    for (const [at, kind] of kinds.entries()) {
      if (kind.kind !== 'session') break;
      if (kind.command === 'BEGIN') correlation.begin(prepared.clues);
      if (kind.command === 'DISCARD ALL') statements.clear();
      const sql = texts[at]?.trim() ?? '';
      const fault = await inRealSession(kind.command, sql);
      const answers =
        kind.command === 'SELECT 1' && session.status !== 'E'
          ? [commandComplete('SELECT 1')]
          : sessionAnswer(session, kind.command, sql);
      if (answers === null || fault !== null)
        return { messages: [...messages, failed(fault ?? TRANSACTION_FAILED)], hasFailed: true };
      messages.push(...answers);
    }
    return { messages, hasFailed: false };
  }

  /** A COMMIT after an error rolls back, also if the real server knows nothing of the error. */
  async function inRealSession(command: SessionCommand, sql: string): Promise<StatementAnswer['error']> {
    const hasFailed = session.status === 'E';
    if (hasFailed && command === 'COMMIT') return real.inSession('ROLLBACK', 'rollback');
    if (hasFailed && command !== 'ROLLBACK' && command !== 'ROLLBACK TO') return null;
    const effect = sessionEffect(command, sql);
    return effect && real.inSession(sql || command, effect);
  }

  async function query(sql: string): Promise<Buffer[]> {
    const statement = read(sql);
    const [kind] = queryKinds(statement);
    const messages = await answered();
    endOfTransaction();
    return [...messages, readyForQuery(session.status)];

    async function answered(): Promise<Buffer[]> {
      if (kind === undefined) return [EMPTY_QUERY];
      if (kind.kind === 'session' && kind.command === 'SELECT 1' && session.status !== 'E') return queryResult(ONE);
      if (kind.kind === 'session') return (await sessionAnswers(statement)).messages;
      if (session.status === 'E') return [failed(TRANSACTION_FAILED)];
      const { results, error } = await answer(statement, kind, [], correlation.of(statement.clues));
      return [...results.flatMap(queryResult), ...(error === null ? [] : [failed(error)])];
    }
  }

  /** Asks for the answer of a portal, once. */
  async function answerOf(portal: Portal): Promise<Asked> {
    const known = asked.get(portal);
    if (known !== undefined) return known;
    const { prepared } = portal;
    const [kind] = queryKinds(prepared);
    const found =
      kind === undefined
        ? { results: [EMPTY], error: null }
        : kind.kind === 'session'
          ? { results: [ONE], error: null }
          : session.status === 'E'
            ? { results: [], error: TRANSACTION_FAILED }
            : await answer(prepared, kind, parametersOf(portal), correlation.of(prepared.clues));
    const now = { answer: found, from: 0 };
    asked.set(portal, now);
    return now;
  }

  /** A statement is described before its parameters are known: by what was recorded for it, whatever they were. */
  async function describeStatement(prepared: Prepared): Promise<Buffer[]> {
    const [kind] = queryKinds(prepared);
    if (kind === undefined || kind.kind === 'session') {
      const isOne = kind?.kind === 'session' && kind.command === 'SELECT 1';
      return [parameterDescription([]), isOne ? describedResult(ONE, []) : NO_DATA];
    }
    const found = await options.matchStartup({
      kind: 'database',
      target: options.name,
      operation: `describe ${prepared.operation}`,
      request: { describe: prepared.sql },
    });
    if (found.matched && found.error) return error(recordedError(found.error));
    const [result] = (found.matched && resultsOf(found.response)) || [];
    if (!result)
      return error(failure('58000', 'replay: the description of this prepared statement was not recorded').error);
    const types = parameterTypes(found.response);
    prepared.fields = result.fields;
    prepared.types = types;
    return [parameterDescription(types), describedResult(result, [])];
  }

  const error = (fields: StatementAnswer['error']): Buffer[] => {
    isSkipping = true;
    return [failed(fields ?? {})];
  };

  async function describePortal(portal: Portal): Promise<Buffer[]> {
    const [kind] = queryKinds(portal.prepared);
    if (kind?.kind === 'session' && kind.command !== 'SELECT 1') return [NO_DATA];
    const { answer: found } = await answerOf(portal);
    const [result] = found.results;
    if (!result) return error(found.error);
    return [describedResult(result, portal.bound.resultFormats)];
  }

  async function execute(portal: Portal, maxRows: number): Promise<Buffer[]> {
    const [kind] = queryKinds(portal.prepared);
    if (kind?.kind === 'session' && kind.command !== 'SELECT 1') {
      const { messages, hasFailed } = await sessionAnswers(portal.prepared);
      isSkipping = hasFailed;
      return messages;
    }
    const now = await answerOf(portal);
    const [result] = now.answer.results;
    if (now.answer.error !== null || !result) return error(now.answer.error);
    const { messages, next } = executedResult(result, portal.bound.resultFormats, now.from, maxRows);
    now.from = next ?? result.rows.length;
    return messages;
  }

  async function handle(message: FrontendMessage): Promise<Buffer[]> {
    if (isSkipping && message.type !== 'sync') return [];
    switch (message.type) {
      case 'query':
        return query(message.sql);
      case 'parse': {
        const prepared = { ...read(message.sql), types: message.types, fields: undefined };
        if (statements.prepare(message.name, prepared)) return [PARSE_COMPLETE];
        return error(failure('53400', 'replay: too many prepared statements').error);
      }
      case 'bind': {
        const prepared = statements.prepared(message.statement);
        if (!prepared) return error(failure('26000', 'replay: the prepared statement does not exist').error);
        statements.bind(message.portal, { prepared, bound: message, fields: undefined });
        return [BIND_COMPLETE];
      }
      case 'describe': {
        const prepared = message.of === 'statement' ? statements.prepared(message.name) : undefined;
        if (prepared) return describeStatement(prepared);
        const portal = message.of === 'portal' ? statements.portal(message.name) : undefined;
        return portal ? describePortal(portal) : error(failure('34000', 'replay: nothing has this name').error);
      }
      case 'execute': {
        const portal = statements.portal(message.portal);
        return portal
          ? execute(portal, message.maxRows)
          : error(failure('34000', 'replay: the portal does not exist').error);
      }
      case 'close':
        statements.close(message.of, message.name);
        return [CLOSE_COMPLETE];
      case 'sync':
        isSkipping = false;
        endOfTransaction();
        return [readyForQuery(session.status)];
      case 'functionCall':
        return [
          failed(failure(NOT_SUPPORTED, 'replay: a function call is not supported in replay').error ?? {}),
          readyForQuery(session.status),
        ];
      default:
        // Flush: everything is sent at once. COPY and passwords come only where they are asked for.
        return [];
    }
  }

  return {
    handle: async (message) => {
      try {
        return await handle(message);
      } catch (fault) {
        if (!(fault instanceof FormatFault)) throw fault;
        const text = 'replay: a value was recorded in another format than the client asks for (text or binary)';
        const messages = error(failure(NOT_SUPPORTED, text).error);
        if (message.type !== 'query') return messages;
        isSkipping = false;
        return [...messages, readyForQuery(session.status)];
      }
    },
  };
}

function parameterTypes(response: unknown): number[] {
  const given =
    typeof response === 'object' && response !== null && 'parameters' in response ? response.parameters : [];
  return Array.isArray(given) ? given.filter((type): type is number => Number.isInteger(type)) : [];
}
