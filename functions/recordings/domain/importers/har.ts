import * as v from 'valibot';
import { accept, refuse } from '../../../platform/result.ts';
import { HEADER_NAME, headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOfBase64 } from '../content-encoding.ts';
import { HarEntry, type HarRequest } from './har-entry.ts';
import { type HarBody, harRequestBody } from './har-request-body.ts';
import { type ImportedEntry, type Importer, skip } from './imported.ts';

const Har = v.object({ log: v.object({ entries: v.array(v.unknown()) }) });

/**
 * Imports HTTP archives 1.1 and 1.2 as browsers and proxies save them; entries that are not HTTP exchanges are skipped
 * with a reason.
 */
export const importHar: Importer = (bytes) => {
  const har = v.safeParse(Har, jsonOf(bytes));
  if (!har.success) return refuse('UNREADABLE_IMPORT', 'the file is not a HAR: no JSON object with log.entries');
  return accept(
    har.output.log.entries.map((entry) => {
      const parsed = v.safeParse(HarEntry, entry);
      return parsed.success ? exchangeOf(parsed.output) : skip('the entry has no readable request and response');
    }),
  );
};

/** Undefined if the bytes are not JSON; TextDecoder strips a byte order mark. */
function jsonOf(bytes: Uint8Array): unknown {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return JSON.parse(new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes));
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return undefined;
    throw fault;
  }
}

function exchangeOf({ request, response, startedDateTime, time, ...entry }: HarEntry): ImportedEntry {
  const path = pathOf(request);
  if (isWebSocket(entry, request.url, response.status)) return skip('the entry is a WebSocket connection');
  if (path === null) return skip('the entry is not an http or https request');
  if (response.status === 0) return skip('the request was never answered (status 0)');
  const body = harRequestBody(request);
  if (body === null) return skip('the request body is not in the file');
  const content = hasNoBody(request, response) ? NO_BODY : contentOf(response.content);
  if (content === 'invalid') return skip('the response content is not valid base64');

  const recordedAt = Date.parse(startedDateTime ?? '');
  const requestHeaders = headersOf(request.headers);
  if (body.contentType !== null && headerOf(requestHeaders, 'content-type') === undefined)
    requestHeaders.push(['content-type', body.contentType]);
  return {
    ok: true,
    recordedAt: Number.isNaN(recordedAt) ? null : recordedAt,
    input: {
      durationMs: time !== null && time >= 0 ? time : null,
      request: {
        method: request.method,
        path,
        headers: requestHeaders,
        body: body.body,
        bodyEncoding: body.bodyEncoding,
      },
      response: isLeftOut(request, response)
        ? null
        : { status: response.status, headers: responseHeaders(response, content), ...content },
    },
  };
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
      value.split(/\r?\n/).map((line): [string, string] => [name, line.replace(/[\r\0]/g, '')]),
    );
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
