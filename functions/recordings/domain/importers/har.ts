import * as v from 'valibot';
import { isObject } from '../../../platform/json/is-object.ts';
import { accept, refuse } from '../../../platform/result.ts';
import { HEADER_NAME, headerOf } from '../../../platform/values/http-tokens.ts';
import { objectsIn } from '../../../platform/values/json-text.ts';
import { bodyOfBase64 } from '../content-encoding.ts';
import { type FilteredExchange, MAX_HOST_LENGTH, mediaTypeOf } from '../filter/filtered-exchange.ts';
import { HarEntry, type HarRequest } from './har-entry.ts';
import { type HarBody, harRequestBody } from './har-request-body.ts';
import { harScanner } from './har-scanner.ts';
import { TOO_MANY_EXCHANGES } from './import-limits.ts';
import { type ImportedEntry, type Importer, skip } from './imported.ts';

/** Maximum depth of an entry: stacks of asynchronous calls are nested deeply. */
const MAX_DEPTH = 1000;

/** Maximum objects of an entry: many small ones cost far more than their bytes. */
const MAX_OBJECTS = 100_000;

/** Maximum headers of a message, as of a case. */
const MAX_HEADERS = 1000;
const MAX_PARAMS = 10_000;

const NOT_A_HAR = 'the file is not a HAR: it has no JSON object with log.entries';

/**
 * Imports HTTP archives 1.1 and 1.2 as browsers and proxies save them; entries that are not HTTP exchanges are skipped
 * with a reason.
 */
export const importHar: Importer = (bytes) => {
  const text = utf8Har(bytes);
  const scanner = harScanner();
  if (text === null || !scanner.push(text)) return refuse('UNREADABLE_IMPORT', text ? TOO_MANY_EXCHANGES : NOT_A_HAR);
  const index = scanner.end();
  if (index === null) return refuse('UNREADABLE_IMPORT', NOT_A_HAR);
  return accept({
    count: index.starts.length,
    entry: (position) => harEntry(text.subarray(index.starts[position], index.ends[position])),
  });
};

/** The archive in UTF-8; null if it is not valid UTF-16 although it begins like that. */
function utf8Har(bytes: Uint8Array): Buffer | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = textOf(bytes, UTF16);
  return text === null ? null : Buffer.from(text);
}

/** The exchange of one entry's JSON; null if that is not JSON. */
export function harEntry(json: Uint8Array): ImportedEntry | null {
  const objects = objectsIn(json, MAX_DEPTH);
  if (objects === null) return skip(`the entry is nested deeper than ${MAX_DEPTH} levels`);
  if (objects > MAX_OBJECTS) return skip(`the entry contains more than ${MAX_OBJECTS} objects`);
  const text = textOf(json, UTF8);
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
  const oversized = oversizedList(value);
  if (oversized !== null) return skip(oversized);
  const parsed = v.safeParse(HarEntry, value, { abortEarly: true });
  return parsed.success ? exchangeOf(parsed.output) : skip('the entry has no readable request and response');
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const UTF16 = new TextDecoder('utf-16le', { fatal: true });

/** Null if the bytes are invalid. */
function textOf(bytes: Uint8Array, decoder: typeof UTF8): string | null {
  try {
    return decoder.decode(bytes);
  } catch (fault) {
    if (fault instanceof TypeError) return null;
    throw fault;
  }
}

/** Lists are checked before their elements are, which cost far more than their bytes. */
const LISTS: readonly (readonly [path: readonly string[], max: number, reason: string])[] = [
  [['request', 'headers'], MAX_HEADERS, `the request has more than ${MAX_HEADERS} headers`],
  [['response', 'headers'], MAX_HEADERS, `the response has more than ${MAX_HEADERS} headers`],
  [['request', 'queryString'], MAX_PARAMS, `the request has more than ${MAX_PARAMS} query parameters`],
  [['request', 'postData', 'params'], MAX_PARAMS, `the request has more than ${MAX_PARAMS} form parameters`],
];

function oversizedList(entry: unknown): string | null {
  for (const [path, max, reason] of LISTS) {
    const list = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), entry);
    if (Array.isArray(list) && list.length > max) return reason;
  }
  return null;
}

function exchangeOf({ request, response, startedDateTime, time, ...entry }: HarEntry): ImportedEntry {
  const path = pathOf(request);
  if (isWebSocket(entry, request.url, response.status)) return skip('the entry is a WebSocket connection');
  if (path === null) return skip('the entry is not an http or https request');
  const isRecorded = entry._responseRecorded !== false;
  if (response.status === 0 && isRecorded) return skip('the request was never answered (status 0)');
  const body = harRequestBody(request);
  if (body === null) return skip('the request body is not in the file');
  const content = hasNoBody(request, response) ? NO_BODY : contentOf(response.content);
  if (content === 'invalid') return skip('the response content is not valid base64');

  const recordedAt = Date.parse(startedDateTime ?? '');
  const requestHeaders = sentHeaders(request, response);
  if (body.contentType !== null && headerOf(requestHeaders, 'content-type') === undefined)
    requestHeaders.push(['content-type', body.contentType]);
  return {
    ok: true,
    recordedAt: Number.isNaN(recordedAt) ? null : recordedAt,
    exchange: {
      host: urlHostOf(request.url),
      method: request.method,
      path,
      headers: requestHeaders,
      responseType: responseTypeOf(response),
      resourceType: typeof entry._resourceType === 'string' ? entry._resourceType : null,
    },
    input: {
      ...(Array.isArray(entry._downstream) && entry._downstream.length > 0 && { calls: entry._downstream }),
      durationMs: time !== null && time >= 0 ? time : null,
      request: {
        method: request.method,
        path,
        headers: requestHeaders,
        body: body.body,
        bodyEncoding: body.bodyEncoding,
      },
      response:
        !isRecorded || isLeftOut(request, response)
          ? null
          : { status: response.status, headers: responseHeaders(response, content), ...content },
    },
  };
}

function urlHostOf(url: string): string | null {
  const host = URL.parse(url)?.host ?? '';
  return host === '' || host.length > MAX_HOST_LENGTH ? null : host;
}

/** The type of the content that the archive states, where the header is missing; unknown content is not a type. */
function responseTypeOf({ headers, content }: HarEntry['response']): FilteredExchange['responseType'] {
  const header = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const stated = mediaTypeOf(header ?? content.mimeType);
  return stated === 'x-unknown' ? null : stated;
}

const isWebSocket = (entry: { _webSocketMessages?: unknown; _resourceType?: unknown }, url: string, status: number) =>
  entry._webSocketMessages !== undefined ||
  entry._resourceType === 'websocket' ||
  status === 101 ||
  /^wss?:/i.test(url);

/** Path and query as on the wire; null for anything but http and https. */
function pathOf({ url, queryString }: HarRequest): string | null {
  const target = /^https?:\/\/[^/?#]+([^#]*)/i.exec(url)?.[1];
  if (target === undefined || !URL.canParse(url)) return null;
  const query = new URLSearchParams(queryString.map(({ name, value }): [string, string] => [name, value])).toString();
  const full = target.includes('?') || query === '' ? target : `${target}?${query}`;
  const path = full.startsWith('/') ? full : `/${full}`;
  if (/^[\x21-\x7e]*$/.test(path)) return path;
  const parsed = new URL(path, 'http://target');
  return parsed.pathname + parsed.search;
}

/** HTTP/2 pseudo-headers are omitted; browsers join repeated headers with line feeds. */
function headersOf(pairs: HarRequest['headers']): [string, string][] {
  return pairs
    .filter(({ name }) => HEADER_NAME.test(name))
    .flatMap(({ name, value }) =>
      // One line more than a case may have headers is enough for the case to be rejected.
      value.split(/\r?\n/, MAX_HEADERS + 1).map((line): [string, string] => [name, line.replace(/[\r\0]/g, '')]),
    );
}

/** By which a browser asks whether what it has in its cache is still valid. */
const VALIDATORS = new Set(['if-none-match', 'if-modified-since']);

/**
 * Some tools save a 304 as the 200 that the page got from the cache. Without its validators, the request asks for the
 * content that the file shows.
 */
function sentHeaders({ method, headers }: HarRequest, { status }: { status: number }): [string, string][] {
  const isShown = status === 200 && /^(?:GET|HEAD)$/i.test(method);
  return headersOf(headers).filter(([name]) => !isShown || !VALIDATORS.has(name.toLowerCase()));
}

/** Headers that describe compressed bytes and their length, although the file holds decoded ones. */
const TRANSFER_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function responseHeaders({ headers }: HarEntry['response'], { bodyEncoding, body }: HarBody): [string, string][] {
  const stillFolded = bodyEncoding === 'base64' && body?.startsWith('H4sI') === true;
  return headersOf(headers).filter(([name]) => stillFolded || !TRANSFER_HEADERS.has(name.toLowerCase()));
}

/** Bodies that the tool did not save cannot be compared, so the case counts as recorded without a response. */
function isLeftOut(request: HarRequest, { status, content }: HarEntry['response']): boolean {
  if (content.text !== null || request.method.toUpperCase() === 'HEAD' || status === 204 || status === 304)
    return false;
  return (content.size ?? 0) > 0 || /not included/i.test(content.comment ?? '');
}

/** Browsers show the cached content of a 304, which was not on the wire. */
const hasNoBody = ({ method }: HarRequest, { status }: { status: number }) =>
  method.toUpperCase() === 'HEAD' || status === 204 || status === 304;

const NO_BODY: HarBody = { body: null, bodyEncoding: 'utf8' };

function contentOf({ text, encoding }: HarEntry['response']['content']): HarBody | 'invalid' {
  if (text === null) return NO_BODY;
  if (encoding !== 'base64') return { body: text, bodyEncoding: 'utf8' };
  return bodyOfBase64(text) ?? 'invalid';
}
