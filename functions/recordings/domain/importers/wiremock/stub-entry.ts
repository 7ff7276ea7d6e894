import { isObject } from '../../../../platform/json/is-object.ts';
import { HEADER_NAME, headerOf } from '../../../../platform/values/http-tokens.ts';
import { bodyOf, bodyOfBase64 } from '../../content-encoding.ts';
import { hostOf, mediaTypeOf } from '../../filter/filtered-exchange.ts';
import type { HarBody } from '../har-request-body.ts';
import { type ImportedEntry, skip } from '../imported.ts';
import type { StubMapping, StubRequest, StubResponse } from './stub-mapping.ts';

const PATTERN = 'the stub matches a pattern, not a single request: keep it in WireMock, or record its responses';
const NONE: HarBody = { body: null, bodyEncoding: 'utf8' };

/** The exchange that a stub of an exact url describes. `files`: what lies below `__files/`, by path. */
export function stubEntry(
  { request, response, metadata }: StubMapping,
  files: ReadonlyMap<string, Uint8Array>,
): ImportedEntry {
  const path = pathOf(request);
  const method = request.method.toUpperCase();
  if (path === null || method === 'ANY') return skip(PATTERN);
  const body = requestBody(request.bodyPatterns);
  if (body === null) return skip(PATTERN);
  if ('proxyBaseUrl' in response) return skip('the stub forwards to another server');
  if ('fault' in response) return skip('the stub closes the connection');
  const content = responseBody(response, files);
  if (typeof content === 'string') return skip(content);
  const recorded = metadata?.recorded ?? null;
  const headers = recorded === null ? requestHeaders(request) : recorded.headers.filter(isUsable);
  const recordedAt = Date.parse(recorded?.at ?? '');
  const responseHeaders = Object.entries(response.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const type = headerOf(responseHeaders, 'content-type');
  return {
    ok: true,
    recordedAt: Number.isNaN(recordedAt) ? null : recordedAt,
    exchange: {
      host: hostOf(headerOf(headers, 'host')?.trim()),
      method,
      path,
      headers,
      responseType: mediaTypeOf(type),
      resourceType: null,
    },
    input: {
      durationMs: durationOf(recorded?.durationMs ?? response.fixedDelayMilliseconds),
      request: { method, path, headers, ...body },
      response: { status: response.status, headers: responseHeaders.filter(isUsable), ...content },
    },
  };
}

const durationOf = (ms: number | null) => (ms !== null && ms >= 0 ? ms : null);

const isUsable = ([name, value]: [string, string]) =>
  HEADER_NAME.test(name) && !/[\r\n\0]/.test(value) && !TRANSFER.has(name.toLowerCase());
const TRANSFER = new Set(['content-length', 'transfer-encoding']);

/** Path and query; null where a pattern decides. */
function pathOf({ url, urlPath, queryParameters }: StubRequest): string | null {
  const parameters = Object.entries(queryParameters).map(([name, matcher]) => [name, exactText(matcher)] as const);
  if (parameters.some(([, value]) => value === null)) return null;
  const exact = url ?? urlPath;
  if (exact === null || !exact.startsWith('/')) return null;
  const query = new URLSearchParams(
    parameters.map(([name, value]): [string, string] => [name, value ?? '']),
  ).toString();
  return query === '' ? exact : `${exact}${exact.includes('?') ? '&' : '?'}${query}`;
}

/** The text of `{equalTo}`; null for every other matcher. */
const exactText = (matcher: unknown): string | null =>
  isObject(matcher) && typeof matcher.equalTo === 'string' ? matcher.equalTo : null;

/** Headers that a request must have exactly; those that match a pattern are left out. */
function requestHeaders({ headers, cookies, basicAuthCredentials: basic }: StubRequest): [string, string][] {
  const exact = Object.entries(headers).flatMap(([name, matcher]): [string, string][] => {
    const value = exactText(matcher);
    return value !== null && isUsable([name, value]) ? [[name, value]] : [];
  });
  const pairs = Object.entries(cookies).flatMap(([name, matcher]) => {
    const value = exactText(matcher);
    return value === null ? [] : [`${name}=${value}`];
  });
  const cookie: [string, string][] =
    pairs.length > 0 && isUsable(['cookie', pairs.join('')]) ? [['cookie', pairs.join('; ')]] : [];
  const hasBasic = isObject(basic) && typeof basic.username === 'string' && typeof basic.password === 'string';
  const credentials = hasBasic ? Buffer.from(`${basic.username}:${basic.password}`).toString('base64') : null;
  return [
    ...exact,
    ...cookie,
    ...(credentials === null ? [] : [['authorization', `Basic ${credentials}`] as [string, string]]),
  ];
}

/** The body that a request must have exactly; null where a pattern decides. */
function requestBody(patterns: readonly unknown[]): HarBody | null {
  const [pattern] = patterns;
  if (pattern === undefined) return NONE;
  if (patterns.length > 1 || !isObject(pattern)) return null;
  const { equalTo, equalToJson, equalToXml, binaryEqualTo } = pattern;
  const text = typeof equalTo === 'string' ? equalTo : typeof equalToXml === 'string' ? equalToXml : null;
  if (text !== null) return { body: text, bodyEncoding: 'utf8' };
  if (equalToJson !== undefined)
    return { body: typeof equalToJson === 'string' ? equalToJson : JSON.stringify(equalToJson), bodyEncoding: 'utf8' };
  return typeof binaryEqualTo === 'string' ? bodyOfBase64(binaryEqualTo) : null;
}

/** The body of a response, or why there is none. */
function responseBody(response: StubResponse, files: ReadonlyMap<string, Uint8Array>): HarBody | string {
  const content = contentOf(response, files);
  const isTemplate = response.transformers.includes('response-template');
  return typeof content !== 'string' && isTemplate && content.body?.includes('{{')
    ? 'the response is a template that WireMock renders when it answers'
    : content;
}

function contentOf(
  { body, jsonBody, base64Body, bodyFileName }: StubResponse,
  files: ReadonlyMap<string, Uint8Array>,
): HarBody | string {
  if (jsonBody !== undefined) return { body: JSON.stringify(jsonBody), bodyEncoding: 'utf8' };
  if (base64Body !== null) return bodyOfBase64(base64Body) ?? 'the response is not valid base64';
  if (bodyFileName === null) return body === null || body === '' ? NONE : { body, bodyEncoding: 'utf8' };
  const file = files.get(bodyFileName.replace(/^\/+/, ''));
  return file === undefined ? 'the body of the response is a file of __files that is not in the archive' : bodyOf(file);
}
