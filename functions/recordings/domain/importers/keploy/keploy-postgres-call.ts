import { isObject } from '../../../../platform/json/is-object.ts';
import { sqlText } from '../../calls/sql-text.ts';
import type { MockReader } from './call-input.ts';
import { pgResult } from './pg-result.ts';
import { bytesOf, objectsOf, shownBytes } from './shown-spec.ts';

/** Maximum prepared statements that are remembered. */
const MAX_STATEMENTS = 10_000;

/**
 * Reads PostgreSQL mocks: simple queries, and executions of statements, which are named in the same mock or in an
 * earlier one.
 */
export function postgresCalls(): MockReader {
  const prepared = new Map<string, string>();
  return (spec) => {
    const [request] = objectsOf(spec.postgresRequests ?? spec.postgresrequests);
    const [response] = objectsOf(spec.postgresResponses ?? spec.postgresresponses);
    if (!request) return undefined;
    const parsed = objectsOf(request.parse);
    for (const { name, query } of parsed)
      if (typeof query === 'string' && prepared.size < MAX_STATEMENTS) prepared.set(String(name ?? ''), query);
    const messages = Array.isArray(request.header) ? request.header : [];
    if (!messages.includes('Q') && !messages.includes('E')) return null;
    const [bind] = objectsOf(request.bind);
    const simple = isObject(request.query) ? (request.query.string ?? request.query.String) : undefined;
    const statement = prepared.get(String(bind?.prepared_statement ?? parsed[0]?.name ?? ''));
    const sql = typeof simple === 'string' ? simple : statement;
    if (sql === undefined) return undefined;
    const { result, error } = pgResult(response);
    return {
      kind: 'database',
      target: 'postgres',
      operation: sqlText(sql).text,
      request: { sql, parameters: parametersOf(bind) },
      response: result,
      error,
    };
  };
}

const parametersOf = (bind: Record<string, unknown> | undefined): unknown[] =>
  (Array.isArray(bind?.parameters) ? bind.parameters : []).map((value) => {
    const bytes = bytesOf(value);
    return bytes === null ? null : shownBytes(bytes);
  });
