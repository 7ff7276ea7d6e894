import { isObject } from '../../../platform/json/is-object.ts';
import { jsonOf, parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { sqlText } from '../../../recordings/domain/calls/sql-text.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { AnswerBody } from '../bodies/compare-bodies.ts';

/** The part of a call's request that is compared. */
export interface CallRequest {
  /** JSON text of everything else. */
  json: string;
  /** Lists by name whose positions mean different things: parameters of a statement, arguments of a command. */
  positional: Readonly<Record<string, readonly unknown[]>>;
  /** The body of an HTTP request; null for every other call. */
  body: AnswerBody | null;
  /** The statement of a database call as it was sent; null for every other call. */
  sql: string | null;
}

/** Members of a MongoDB command that belong to the connection and its session. */
const OF_SESSION: ReadonlySet<string> = new Set([
  'lsid',
  '$clusterTime',
  '$readPreference',
  'txnNumber',
  'operationTime',
]);

/**
 * Returns what of a call's request is compared: method, path, query and body of HTTP, the messages of gRPC, the
 * normalised statement with its literals and parameters, command and arguments of a cache, and everything of other
 * calls. Headers never are: most of them change with each request.
 */
export function callRequest({ kind, request }: Pick<RecordedCall, 'kind' | 'request'>): CallRequest {
  const whole = { json: request, positional: {}, body: null, sql: null };
  if (jsonOf(request) === undefined) return { ...whole, json: JSON.stringify(request) };
  const value = parseKeepingNumbers(request);
  if (!isObject(value)) return whole;
  switch (kind) {
    case 'http':
      return httpRequest(value) ?? whole;
    case 'database':
      return databaseRequest(value);
    case 'cache':
      return cacheRequest(value) ?? whole;
    case 'message':
    case 'other':
      return whole;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Null for a request without a list of arguments. */
function cacheRequest({ command, args }: Members): CallRequest | null {
  if (!Array.isArray(args)) return null;
  const name = typeof command === 'string' ? command.toUpperCase() : command;
  return { json: JSON.stringify({ command: name }), positional: { args }, body: null, sql: null };
}

function databaseRequest(request: Members): CallRequest {
  const { sql, parameters = [] } = request;
  if (typeof sql === 'string') {
    const { text, literals } = sqlText(sql);
    // Parameters with names are not a list.
    const named = Array.isArray(parameters) ? {} : { parameters };
    const listed: CallRequest['positional'] = Array.isArray(parameters) ? { parameters } : {};
    return { json: JSON.stringify({ sql: text, ...named }), positional: { literals, ...listed }, body: null, sql };
  }
  const command = Object.fromEntries(Object.entries(request).filter(([name]) => !OF_SESSION.has(name)));
  return { json: JSON.stringify(command), positional: {}, body: null, sql: null };
}

/** Null for a request that has no path. */
function httpRequest({ method, path, headers, body, bodyEncoding, messages }: Members): CallRequest | null {
  if (messages !== undefined) return { json: JSON.stringify({ messages }), positional: {}, body: null, sql: null };
  if (typeof path !== 'string') return null;
  const [local = '', query = ''] = path.split(/\?(.*)/s, 2);
  return {
    json: JSON.stringify({ method, path: local, query: queryOf(query) }),
    positional: {},
    body: { contentType: contentTypeOf(headers), bytes: bytesOf(body, bodyEncoding) },
    sql: null,
  };
}

/** Parameters by name; a name that repeats has a list. Their order counts only within a name. */
function queryOf(query: string): Members {
  const values = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.length === 1 ? pairs[0]?.[1] : pairs.map(([, value]) => value)]),
  );
}

function bytesOf(body: unknown, encoding: unknown): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array();
  if (typeof body !== 'string') return Buffer.from(JSON.stringify(body));
  return Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8');
}

/** Headers are a list of pairs, or an object. */
function contentTypeOf(headers: unknown): string {
  const pairs: unknown[] = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : [];
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? pair : [];
    if (String(name).toLowerCase() === 'content-type') return String(value);
  }
  return '';
}
