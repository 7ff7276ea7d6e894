import { isObject } from '../../../platform/json/is-object.ts';
import { isRawNumber, jsonOf, parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { parameterNames } from '../calls/parameter-names.ts';
import { isMasked, type Mask } from './mask.ts';
import { maskStatements } from './mask-statements.ts';

/** Tables and collections in which frameworks store sessions. */
const STORE = `(?:(?:admin|app|auth|be|cake|ci|django|express|fe|flask|http|laravel|login|php|spring|symfony|user|web)_?)?sess(?:ion)?s?(?:_(?:attributes|data|store))?`;
const S = String.raw`(?:\s|\\{1,15}[nrt]){1,8}`;
const QUOTE = '["`\\[\\]\\\\]{0,4}';
/** A statement about such a table, as JSON has it. */
const STATEMENT = new RegExp(
  `\\b(?:from|into|join|update)${S}(?:(?:ignore|only)${S})?(?:${QUOTE}\\w{1,64}${QUOTE}\\.)?${QUOTE}${STORE}${QUOTE}(?![\\w.])`,
  'i',
);
/** A command of MongoDB about such a collection. */
const COMMAND = new RegExp(`"(?:aggregate|delete|find|findAndModify|insert|update)"\\s*:\\s*"${STORE}"`, 'i');

/**
 * A command of Redis about the key of a session: `sess:…`, `spring:session:sessions:…`, `PHPREDIS_SESSION:…`,
 * `:1:django.contrib.sessions.cache…`, `_session_id:2::…`. The request of a call has the command first.
 */
const KEY = `(?:[\\w.-]{0,64}[:.]){0,6}(?:${STORE}|phpredis_session|_session_id)(?:[:]|\\.cache)`;
const CACHE_COMMAND = new RegExp(`"command"\\s*:\\s*"[A-Z.]{1,64}"\\s*,\\s*"args"\\s*:\\s*\\[\\s*"${KEY}`, 'i');
const CACHE_KEY = new RegExp(`^${KEY}`, 'i');
/** Shorter texts of such a command are options and fields, and those of its reply are states. */
const MIN_CACHED_LENGTH = 16;

/** Columns and members that hold all that a session is: they do not say so, and are credentials there only. */
const DATA: ReadonlySet<string> = new Set([
  'attributebytes',
  'data',
  'payload',
  'sesdata',
  'sess',
  'sessdata',
  'session',
]);
const isData = (name: string): boolean => DATA.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Where a framework stores sessions: in rows or documents of a database, or under keys of Redis. */
export type SessionStore = 'database' | 'cache';

/**
 * The store of sessions that a downstream call, by its request as JSON, reads or writes; null for any other call. Most
 * requests have no such word.
 */
export function sessionStoreOf(request: string): SessionStore | null {
  if (!/sess/i.test(request)) return null;
  if (STATEMENT.test(request) || COMMAND.test(request)) return 'database';
  return CACHE_COMMAND.test(request) ? 'cache' : null;
}

/** Masks what sessions hold, in the request or the response of a call about them. Any other JSON stays as it is. */
export function maskSessionData(json: string, store: SessionStore, mask: Mask): string {
  if (jsonOf(json) === undefined) return json;
  const masked = (given: unknown): unknown => {
    if (given === null || given === '' || typeof given === 'boolean') return given;
    if (typeof given === 'string' && isMasked(given)) return given;
    const text = JSON.stringify(given);
    return mask.member ? JSON.parse(mask.member('data', text, '')) : mask('data', text, 'body');
  };
  return store === 'cache' ? maskCached(json, masked) : maskRows(json, { masked, mask });
}

/** Masks the long texts and the bytes of a command or a reply; keys, numbers and options stay. */
function maskCached(json: string, masked: (given: unknown) => unknown): string {
  function of(value: unknown): unknown {
    if (typeof value === 'string')
      return value.length < MIN_CACHED_LENGTH || CACHE_KEY.test(value) ? value : masked(value);
    if (Array.isArray(value)) return value.map(of);
    if (!isObject(value) || isRawNumber(value)) return value;
    if (typeof value.base64 === 'string') return masked(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one)]));
  }
  return JSON.stringify(of(parseKeepingNumbers(json)));
}

function maskRows(json: string, { masked, mask }: { masked(given: unknown): unknown; mask: Mask }): string {
  const listOf = (values: readonly unknown[], nameOf: (index: number) => string | undefined) =>
    values.map((one, index) => (isData(nameOf(index) ?? '') ? masked(one) : of(one)));

  /** What is at any depth. */
  function of(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(of);
    if (!isObject(value) || isRawNumber(value)) return value;
    return {
      ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isData(name) ? masked(one) : of(one)])),
      ...ofStatement(value),
      ...ofRows(value),
    };
  }

  function ofStatement({ sql, parameters }: Record<string, unknown>) {
    if (typeof sql !== 'string' || !Array.isArray(parameters)) return {};
    const columns = parameterNames(sql);
    const values = (list: readonly unknown[]) => listOf(list, (index) => columns.get(index));
    const isBatch = parameters.length > 0 && parameters.every((one) => Array.isArray(one));
    return { parameters: isBatch ? parameters.map((one: unknown[]) => values(one)) : values(parameters) };
  }

  function ofRows({ fields, rows }: Record<string, unknown>) {
    if (!Array.isArray(fields) || !Array.isArray(rows)) return {};
    const names = fields.map((field: unknown) => (isObject(field) ? String(field.name) : undefined));
    return { rows: rows.map((row: unknown) => (Array.isArray(row) ? listOf(row, (index) => names[index]) : of(row))) };
  }

  /** Strings of statements stand in the text as JSON escapes them, like those of members. */
  const inStatement: Mask = (name, value, context) =>
    mask.member && value.includes('\\') ? mask.member(name, `"${value}"`, '').slice(1, -1) : mask(name, value, context);
  return JSON.stringify(of(parseKeepingNumbers(maskStatements(json, inStatement, isData))));
}
