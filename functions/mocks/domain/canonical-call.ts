import { isObject } from '../../platform/json/is-object.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { isSessionCall } from '../../recordings/domain/calls/session-call.ts';
import { type SqlText, sqlText } from '../../recordings/domain/calls/sql-text.ts';
import type { Call, CallKind } from './call.ts';
import { canonicalJson } from './canonical-json.ts';
import { exactJson } from './exact-json.ts';
import { canonicalHttp, isHttpRequest } from './http-call.ts';
import { keyTemplate } from './key-template.ts';
import { isCacheRead, isHealthCheck, isMongoRead, isSqlRead } from './safe-call.ts';

/** A call in the form in which it is matched: without what differs from run to run or says nothing. */
export interface CanonicalCall {
  kind: CallKind;
  target: string;
  /** The statement, command or route: equal for calls that ask for the same with other values. */
  operation: string;
  /** Equal for calls that may be similar: with another key or other segments of a path, too. */
  gate: string;
  /** What is asked, with its values. */
  request: unknown;
  /** It changes nothing, so that its answer may be given again. */
  isRead: boolean;
  /** It belongs to a session with its target and not to a request (session-call.ts). */
  isSession: boolean;
}

/** Longer keys are hashed. */
const MAX_PLAIN_KEY = 4096;

/** The canonical form of a call; `normalised` may remember statements. */
export function canonicalCall(call: Call, normalised: (sql: string) => SqlText = sqlText): CanonicalCall {
  const { kind, target } = call;
  const request = call.value ?? exactJson(call.request) ?? null;
  const formed = isObject(request) ? formOf(call, request, normalised) : null;
  const form = formed ?? { operation: call.operation, gate: call.operation, request, isRead: false };
  const sql = isObject(request) && typeof request.sql === 'string' ? { sql: request.sql } : {};
  // The command of a cache has no key.
  const isSession = isSessionCall({ kind, operation: kind === 'cache' ? form.gate : form.operation, ...sql });
  return { kind, target, ...form, isSession };
}

/** Equal for equal requests to any target. */
export function exactKey({ kind, operation, request }: Pick<CanonicalCall, 'kind' | 'operation' | 'request'>): string {
  const text = canonicalJson([kind, operation, request]);
  return text.length <= MAX_PLAIN_KEY ? text : sha256Hex(text);
}

type Formed = Omit<CanonicalCall, 'kind' | 'target' | 'isSession'>;

function formOf(
  { kind, operation }: Call,
  request: Record<string, unknown>,
  normalised: (sql: string) => SqlText,
): Formed | null {
  if (kind === 'http') {
    if (isHttpRequest(request)) return canonicalHttp(request);
    // gRPC: metadata is left out as headers are.
    if (Array.isArray(request.messages))
      return { operation, gate: operation, request: { messages: request.messages }, isRead: isHealthCheck(operation) };
    return null;
  }
  if (kind === 'database') {
    if (typeof request.sql !== 'string') {
      const named = Object.entries(request).filter(([name]) => !MONGO_SESSION.has(name));
      return { operation, gate: operation, request: Object.fromEntries(named), isRead: isMongoRead(operation) };
    }
    const { text, literals } = normalised(request.sql);
    const parameters = request.parameters ?? [];
    return { operation: text, gate: text, request: { parameters, literals }, isRead: isSqlRead(text) };
  }
  if (kind !== 'cache' || typeof request.command !== 'string') return null;
  const command = request.command.toUpperCase();
  const args = Array.isArray(request.args) ? request.args : [];
  const key = typeof args[0] === 'string' ? keyTemplate(args[0]) : '';
  return { operation: `${command} ${key}`, gate: command, request: { args }, isRead: isCacheRead(command) };
}

/** Members of MongoDB commands that belong to the session and the topology. */
const MONGO_SESSION: ReadonlySet<string> = new Set([
  'lsid',
  '$clusterTime',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'operationTime',
  '$readPreference',
  'apiVersion',
]);
