import { isObject } from '../../../../platform/json/is-object.ts';
import { sqlText } from '../../calls/sql-text.ts';
import type { CallInput, MockReader } from './call-input.ts';
import { bytesOf, objectsOf, shownBytes, shownSpec } from './shown-spec.ts';

/** Maximum prepared statements that are remembered. */
const MAX_STATEMENTS = 10_000;

/** Reads MySQL mocks: queries, and executions of statements that earlier mocks prepared. */
export function mysqlCalls(): MockReader {
  const prepared = new Map<string, string>();
  return (spec) => {
    const [request] = objectsOf(spec.requests).map(packetOf);
    const [response] = objectsOf(spec.responses).map(packetOf);
    if (!request) return undefined;
    const { type, message } = request;
    if (type === 'COM_QUERY' && typeof message.query === 'string') return callOf(message.query, [], response);
    if (type === 'COM_STMT_PREPARE') {
      const id = String(response?.message.statement_id);
      if (typeof message.query === 'string' && prepared.size < MAX_STATEMENTS) prepared.set(id, message.query);
      return null;
    }
    if (type !== 'COM_STMT_EXECUTE') return null;
    const sql = prepared.get(String(message.statement_id));
    return sql === undefined ? undefined : callOf(sql, objectsOf(message.parameters).map(parameterOf), response);
  };
}

interface Packet {
  type: string;
  message: Record<string, unknown>;
}

function packetOf({ header, message }: Record<string, unknown>): Packet {
  const type = isObject(header) && typeof header.packet_type === 'string' ? header.packet_type : '';
  return { type, message: isObject(message) ? message : {} };
}

const callOf = (sql: string, parameters: readonly unknown[], response: Packet | undefined): CallInput => ({
  kind: 'database',
  target: 'mysql',
  operation: sqlText(sql).text,
  request: { sql, parameters },
  response: resultOf(response),
  error:
    response?.type === 'ERR'
      ? JSON.stringify({
          code: String(response.message.error_code ?? ''),
          sqlState: String(response.message.sql_state ?? ''),
          message: String(response.message.error_message ?? ''),
        })
      : null,
});

function resultOf(response: Packet | undefined): unknown {
  if (response === undefined || response.type === 'ERR') return null;
  const { type, message } = response;
  if (type === 'OK')
    return {
      command: null,
      rowCount: message.affected_rows ?? 0,
      insertId: message.last_insert_id ?? 0,
      fields: [],
      rows: [],
    };
  if (!/ResultSet$/.test(type)) return shownSpec(message);
  const fields = objectsOf(message.columns).map((column) => ({ name: column.name, type: column.type }));
  const rows = objectsOf(message.rows).map(({ values }) =>
    Object.fromEntries(objectsOf(values).map(({ name, value }) => [String(name), shownSpec(value)])),
  );
  return { command: null, rowCount: rows.length, fields, rows };
}

function parameterOf({ value }: Record<string, unknown>): unknown {
  const bytes = Array.isArray(value) ? bytesOf(value) : null;
  return bytes === null ? shownSpec(value ?? null) : shownBytes(bytes);
}
