import type { RedactRule } from '../../applications/domain/redact-rule.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { headerOf } from '../../platform/values/http-tokens.ts';
import { bodyOf, decodeContent } from './content-encoding.ts';
import type { CasePayload, RecordedCall } from './recorded-case.ts';
import { REDACTED, redactJson } from './redact-json.ts';

interface Side {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/**
 * Redacts a case by its application's setting `redact` (interface 10): header values by name, and the JSON values that
 * a path selects in the bodies of request, response and calls. A JSON body that cannot be parsed is redacted entirely,
 * because its content is unknown.
 */
export function redactPayload(payload: CasePayload, rules: readonly RedactRule[]): CasePayload {
  if (rules.length === 0) return payload;
  const headers = new Set(rules.flatMap((rule) => ('header' in rule ? [rule.header.toLowerCase()] : [])));
  const paths = rules.flatMap((rule) => ('path' in rule ? [rule.path] : []));
  return {
    request: redactSide(payload.request, headers, paths),
    response: payload.response && redactSide(payload.response, headers, paths),
    calls: payload.calls.map((call) => redactCall(call, headers, paths)),
  };
}

/**
 * Redacts a replayed response by the same rules: what must not be stored of a recording must not be stored of its
 * replay, and a value redacted on both sides is not a difference.
 */
export function redactAnswer(outcome: OutboundOutcome, rules: readonly RedactRule[]): OutboundOutcome {
  if (rules.length === 0 || outcome.kind !== 'response') return outcome;
  const answer = {
    headers: outcome.headers.map(([name, value]): [string, string] => [name, value]),
    ...bodyOf(outcome.body),
  };
  const headers = new Set(rules.flatMap((rule) => ('header' in rule ? [rule.header.toLowerCase()] : [])));
  const paths = rules.flatMap((rule) => ('path' in rule ? [rule.path] : []));
  const redacted = redactSide(answer, headers, paths);
  return { ...outcome, headers: redacted.headers, body: Buffer.from(redacted.body, redacted.bodyEncoding) };
}

function redactSide<S extends Side>(side: S, names: ReadonlySet<string>, paths: readonly string[]): S {
  const headers = side.headers.map(([name, value]): [string, string] => [
    name,
    names.has(name.toLowerCase()) ? REDACTED : value,
  ]);
  const plain = paths.length === 0 ? null : plainBody(side);
  if (plain === null || !(isJsonType(side) || looksLikeJson(plain.text))) return { ...side, headers };
  const body = plain.readable ? redactBody(plain.text, paths, isJsonType(side)) : REDACTED;
  if (body === plain.text) return { ...side, headers };
  return {
    ...side,
    body,
    bodyEncoding: 'utf8',
    headers: plain.unfolded ? headers.filter(([name]) => !ENCODING_HEADERS.has(name.toLowerCase())) : headers,
  };
}

/** They describe bytes that are no longer stored. */
const ENCODING_HEADERS = new Set(['content-encoding', 'content-length']);

/** The body as decoded text; `readable` is false for bytes that are not text. */
function plainBody(side: Side): { text: string; unfolded: boolean; readable: boolean } | null {
  if (side.body === null) return null;
  if (side.bodyEncoding === 'utf8') return { text: side.body, unfolded: false, readable: true };
  const bytes = Buffer.from(side.body, 'base64');
  const encoding = headerOf(side.headers, 'content-encoding');
  const decoded = encoding === undefined ? null : decodeContent(encoding, bytes);
  const { body, bodyEncoding } = bodyOf(decoded ?? bytes);
  if (bodyEncoding === 'base64' && !isJsonType(side)) return null;
  return { text: body, unfolded: decoded !== null, readable: bodyEncoding === 'utf8' };
}

const isJsonType = ({ headers }: Side) => /[/+]([\w.-]*)json\b/i.test(headerOf(headers, 'content-type') ?? '');

const looksLikeJson = (text: string) => /^\uFEFF?\s*[[{]/.test(text);

function redactBody(text: string, paths: readonly string[], mustBeJson: boolean): string {
  if (text === '') return text;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const redacted = redactJson(text.slice(mark.length), paths);
  if (redacted !== null) return mark + redacted;
  return mustBeJson ? REDACTED : unreadable(text);
}

/** Text that only starts like JSON (`[INFO] …`) stays; truncated or too deep JSON does not. */
const unreadable = (text: string) => (/^\uFEFF?\s*(\{\s*["}]|\[\s*[[{"\d\-\]tfn])/.test(text) ? REDACTED : text);

function redactCall(call: RecordedCall, names: ReadonlySet<string>, paths: readonly string[]): RecordedCall {
  return {
    ...call,
    request: redactExchange(call.request, names, paths),
    response: redactExchange(call.response, names, paths),
  };
}

/**
 * Paths start at the value itself; for an HTTP exchange `{headers, body}` also at its body, and headers are matched by
 * name.
 */
function redactExchange(json: string, names: ReadonlySet<string>, paths: readonly string[]): string {
  const value: unknown = JSON.parse(json);
  const inner = typeof value === 'string' && looksLikeJson(value) ? redactBody(value, paths, false) : value;
  if (inner !== value) return JSON.stringify(inner);
  if (typeof value !== 'object' || value === null) return redactJson(json, paths) ?? JSON.stringify(REDACTED);
  const bodyPaths = 'body' in value ? paths.map((path) => underBody(path)) : [];
  const redacted = redactJson(json, [...paths, ...bodyPaths, ...headerPaths(value, names), ...textBody(value, paths)]);
  return redacted ?? JSON.stringify(REDACTED);
}

function underBody(path: string): string {
  const bare = path.replace(/^\$/, '');
  return bare.startsWith('[') || bare.startsWith('.') ? `$.body${bare}` : bare === '' ? '$.body' : `$.body.${bare}`;
}

/** A body that is JSON inside a string is redacted entirely if a path matches inside it. */
function textBody(value: object, paths: readonly string[]): string[] {
  const body = 'body' in value ? value.body : undefined;
  return typeof body === 'string' && looksLikeJson(body) && redactBody(body, paths, false) !== body ? ['$.body'] : [];
}

function headerPaths(value: object, names: ReadonlySet<string>): string[] {
  const headers = 'headers' in value ? value.headers : undefined;
  if (Array.isArray(headers)) {
    return headers.flatMap((entry: unknown, index) =>
      Array.isArray(entry) && names.has(String(entry[0]).toLowerCase()) ? [`$.headers[${index}][1]`] : [],
    );
  }
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.keys(headers)
    .filter((name) => names.has(name.toLowerCase()))
    .map((name) => `$.headers[${JSON.stringify(name)}]`);
}
