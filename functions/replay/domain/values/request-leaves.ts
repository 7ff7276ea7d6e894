import { scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, stringOf, type Tape, textOf, typeOf } from '../../../platform/json/tape.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { decodedValue, rewrittenValue } from './encoded-value.ts';
import { visitLeaves } from './json-leaves.ts';
import { rewrittenMultipart } from './rewritten-multipart.ts';
import { collectionOf, type ValueContext } from './value-entity.ts';
import { isRandom, shapeOf } from './value-shape.ts';

/** Where a request has a value. */
export interface LeafContext extends ValueContext {
  /** `authority`: host and port of a URL. */
  part: 'authority' | 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The value is the name of a member, such as the id of a user in an access list. */
  isName?: true;
}

/** Returns what is sent in the place of a value, which is decoded: the same text, or another. */
export type VisitValue = (value: string, context: LeafContext) => string;

/** Maximum depth of URLs and JSON inside values. */
const MAX_INSIDE = 4;

/** Headers that hold no value that a response issued. */
const SKIPPED =
  /^(?:accept.*|user-agent|content-.*|host|connection|cache-control|date|pragma|te|upgrade.*|sec-.*|dnt|priority|expect|traceparent|tracestate|baggage|x-amzn-trace-id|x-forwarded-.*|forwarded|via|keep-alive|transfer-encoding|x-replay-.*|:.*)$/i;

/**
 * Visits every value of a request: path segments, query, headers, cookies, form fields, text parts, and strings and
 * numbers of JSON, also inside URLs and JSON in strings. Returns the request with the values that `visit` returned, in
 * the notation that they had (percent-encoding, escapes, numbers), and the same object if none changed.
 */
export function rewrittenRequest(request: RecordedRequest, visit: VisitValue): RecordedRequest {
  const collection = collectionOf(request.path);
  const path = rewrittenUrl(request.path, visit, collection, 0);
  const headers = request.headers.map((header): [string, string] => {
    const [name, value] = header;
    if (SKIPPED.test(name)) return header;
    const changed = rewrittenHeader(name.toLowerCase(), value, visit, collection);
    return changed === value ? header : [name, changed];
  });
  const body = rewrittenBody(request, visit, collection);
  const isSame =
    path === request.path && body === request.body && headers.every((header, at) => header === request.headers[at]);
  return isSame ? request : { ...request, path, headers, body };
}

/** Rewrites path and query of a URL, absolute or not. */
function rewrittenUrl(url: string, visit: VisitValue, collection: string, inside: number): string {
  const [before = '', authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  const start = before.length;
  const origin =
    before.slice(0, start - authority.length) +
    (authority && visit(authority, { part: 'authority', field: '', parent: '', collection }));
  const hash = url.indexOf('#', start);
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', start);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const path = rewrittenPath(url.slice(start, pathEnd), visit, collection);
  const query =
    pathEnd === end ? '' : `?${rewrittenPairs(url.slice(pathEnd + 1, end), visit, 'query', collection, inside)}`;
  return origin + path + query + url.slice(end);
}

function rewrittenPath(path: string, visit: VisitValue, collection: string): string {
  let before = '';
  return path
    .split('/')
    .map((segment) => {
      const field = before;
      before = decodedValue(segment, false);
      if (segment === '') return segment;
      return rewrittenValue(segment, IN_PATH, (plain) => visit(plain, { part: 'path', field, parent: '', collection }));
    })
    .join('/');
}

/** A segment may have more characters as they are than a parameter (RFC 3986 3.3). */
const IN_PATH = {
  isForm: false,
  encode: (value: string) =>
    encodeURIComponent(value).replaceAll(/%(?:24|2B|2C|3A|3B|3D|40)/g, (code) => decodeURIComponent(code)),
};

/** Rewrites `a=b&c=d`. */
function rewrittenPairs(
  text: string,
  visit: VisitValue,
  part: 'query' | 'body',
  collection: string,
  inside: number,
): string {
  return text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return pair;
      const field = lastName(decodedValue(pair.slice(0, at), true));
      const encode = (plain: string) => {
        const encoded = encodeURIComponent(plain);
        return pair.includes('+', at) ? encoded.replaceAll('%20', '+') : encoded;
      };
      const value = rewrittenValue(pair.slice(at + 1), { isForm: true, encode }, (plain) =>
        rewrittenText(plain, visit, { part, field, parent: '', collection }, inside),
      );
      return pair.slice(0, at + 1) + value;
    })
    .join('&');
}

/** `id` for `order[id]` and `ids` for `ids[]`. */
const lastName = (name: string): string => /\[([^[\]]+)\]$/.exec(name)?.[1] ?? name.replace(/\[\]$/, '');

const URL_TEXT = /^(?:https?:\/\/[^\s]+|\/[^\s/][^\s]*)$/i;

/** A value, or the values of the URL or the JSON that it is. */
function rewrittenText(text: string, visit: VisitValue, context: LeafContext, inside: number): string {
  const whole = visit(text, context);
  if (whole !== text || inside === MAX_INSIDE) return whole;
  if (URL_TEXT.test(text)) return rewrittenUrl(text, visit, collectionOf(text), inside + 1);
  return /^\s*[[{]/.test(text) ? rewrittenJson(text, visit, context.part, context.collection, inside + 1) : text;
}

function rewrittenHeader(name: string, value: string, visit: VisitValue, collection: string): string {
  const context = (part: 'header' | 'cookie', field: string): LeafContext => ({ part, field, parent: '', collection });
  if (name === 'cookie')
    return value.replaceAll(/([^=;\s]+)=("?)([^;"]*)/g, (_, cookie: string, quote: string, text: string) => {
      const encode = text.includes('%') ? encodeURIComponent : String;
      const changed = rewrittenValue(text, { isForm: false, encode }, (plain) =>
        visit(plain, context('cookie', cookie)),
      );
      return `${cookie}=${quote}${changed}`;
    });
  if (name === 'authorization' || name === 'proxy-authorization') {
    const scheme = /^[\w-]+\s+/.exec(value)?.[0] ?? '';
    return scheme + visit(value.slice(scheme.length), context('header', name));
  }
  if (name === 'if-match' || name === 'if-none-match')
    return value.replaceAll(/"([^"]*)"/g, (_, tag: string) => `"${visit(tag, context('header', 'etag'))}"`);
  return rewrittenText(value, visit, context('header', name), 0);
}

function rewrittenBody(
  { headers, body, bodyEncoding }: RecordedRequest,
  visit: VisitValue,
  collection: string,
): string | null {
  if (body === null || body === '') return body;
  const type = headerOf(headers, 'content-type') ?? '';
  const visitText = (text: string, field: string) =>
    rewrittenText(text, visit, { part: 'body', field, parent: '', collection }, 0);
  if (/^multipart\//i.test(type)) return rewrittenMultipart(body, bodyEncoding, type, visitText);
  if (bodyEncoding === 'base64') return body;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return rewrittenPairs(body, visit, 'body', collection, 0);
  if (/^\s*[[{"\d]/.test(body)) return rewrittenJson(body, visit, 'body', collection, 0);
  return visitText(body, '');
}

function rewrittenJson(
  text: string,
  visit: VisitValue,
  part: LeafContext['part'],
  collection: string,
  inside: number,
): string {
  const bytes = text.isWellFormed() ? Buffer.from(text) : null;
  const tape = bytes && scanJson(bytes);
  if (bytes === null || tape === null || (inside > 0 && !isContainer(tape, 0))) return text;
  const pieces: string[] = [];
  let from = 0;
  const replace = (start: number, end: number, changed: string) => {
    pieces.push(bytes.toString('utf8', from, start), changed);
    from = end;
  };
  visitLeaves(tape, {
    name(member, name, parent) {
      if (!mayBeId(name)) return;
      const changed = visit(name, { part, field: name, parent, collection, isName: true });
      const [start, end] = [tape.words[member + 2] ?? 0, tape.words[member + 3] ?? 0];
      if (changed !== name) replace(start, end, JSON.stringify(changed).slice(1, -1));
    },
    value(node, field, parent) {
      const changed = rewrittenLeaf(tape, node, (value) =>
        rewrittenText(value, visit, { part, field, parent, collection }, inside),
      );
      if (changed !== null) replace(tape.words[node] ?? 0, tape.words[node + 1] ?? 0, changed);
    },
  });
  return pieces.length === 0 ? text : pieces.join('') + bytes.toString('utf8', from);
}

const MIN_NAMED_ID = 8;

/** Whether the name of a member may be an id: short ones and numbers are names of something else. */
function mayBeId(name: string): boolean {
  if (name.length < MIN_NAMED_ID) return false;
  const shape = shapeOf(name);
  return shape === 'code' || (shape !== null && isRandom(shape));
}

/** A string or number as JSON after its value was replaced; null if it stays. A number stays a number where it can. */
function rewrittenLeaf(tape: Tape, node: number, visit: (value: string) => string): string | null {
  const isText = typeOf(tape, node) === 'string';
  const value = isText ? stringOf(tape, node) : textOf(tape, node);
  const changed = visit(value);
  if (changed === value) return null;
  return !isText && /^-?(?:0|[1-9]\d*)$/.test(changed) ? changed : JSON.stringify(changed);
}
