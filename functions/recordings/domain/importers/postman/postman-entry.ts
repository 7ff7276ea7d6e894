import { HEADER_NAME, headerOf } from '../../../../platform/values/http-tokens.ts';
import { hostOf, mediaTypeOf } from '../../filter/filtered-exchange.ts';
import { type HarBody, harRequestBody } from '../har-request-body.ts';
import { type ImportedEntry, skip } from '../imported.ts';
import { authorizationOf } from './postman-auth.ts';
import type { Auth, PostmanBody, PostmanRequest, PostmanResponse, Variables } from './postman-collection.ts';
import type { Scope } from './postman-variables.ts';

/** A request of a collection with the example that was saved of it. */
export interface PostmanExchange {
  request: PostmanRequest;
  response: PostmanResponse | null;
  scope: Scope;
  /** That of the request's folder or collection. */
  auth: Auth;
}

/** The exchange of a request and its example; skipped with a reason that names the variable that has no value. */
export function postmanEntry({ request: given, response, scope, auth: inherited }: PostmanExchange): ImportedEntry {
  const filled = filledIn({ request: given, auth: given.auth ?? inherited }, scope);
  if ('missing' in filled) return skip(`the variable {{${filled.missing}}} has no value in the collection`);
  const { request, auth } = filled.value;
  const url = urlOf(request.url);
  if (url === null) return skip('the url is not an http or https URL');
  const body = bodyOf(request.body);
  if (typeof body === 'string') return skip(body);
  const credentials = authorizationOf(auth);
  if (typeof credentials === 'string') return skip(credentials);

  const headers = request.header
    .filter(({ key, value, disabled }) => !disabled && HEADER_NAME.test(key) && !/[\r\n\0]/.test(value))
    .map(({ key, value }): [string, string] => [key, value]);
  const add = (name: string, value: string | null) => {
    if (value !== null && headerOf(headers, name) === undefined) headers.push([name, value]);
  };
  add('content-type', body.contentType);
  for (const [name, value] of credentials.headers) add(name.toLowerCase(), value);
  const path = withQuery(pathOf(url), credentials.query);
  const method = request.method.toUpperCase();
  const responseHeaders = (response?.header ?? [])
    .filter(({ key, value }) => HEADER_NAME.test(key) && !/[\r\n\0]/.test(value) && !DECODED.has(key.toLowerCase()))
    .map(({ key, value }): [string, string] => [key, value]);
  return {
    ok: true,
    recordedAt: null,
    exchange: {
      host: hostOf(url.url.host),
      method,
      path,
      headers,
      responseType: mediaTypeOf(headerOf(responseHeaders, 'content-type')),
      resourceType: null,
    },
    input: {
      durationMs: response?.responseTime != null && response.responseTime >= 0 ? response.responseTime : null,
      request: { method, path, headers, body: body.body, bodyEncoding: body.bodyEncoding },
      response: response && {
        status: response.code,
        headers: responseHeaders,
        body: response.body === '' ? null : response.body,
        bodyEncoding: 'utf8',
      },
    },
  };
}

/** Postman saves bodies decoded. */
const DECODED = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Path and query as they are written, if a request line can hold them. */
function pathOf({ written, url }: Address): string {
  const target = /^https?:\/\/[^/?#]*([^#]*)/i.exec(written)?.[1] ?? '';
  const path = target.startsWith('/') ? target : `/${target}`;
  return /^[\x21-\x7e]*$/.test(path) ? path : url.pathname + url.search;
}

function withQuery(path: string, parameters: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** A value with the variables of all its texts filled in. */
function filledIn<T>(value: T, scope: Scope): { value: T } | { missing: string } {
  let missing: string | null = null;
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const resolved = scope.resolve(one);
      if ('text' in resolved) return resolved.text;
      missing ??= resolved.missing;
      return one;
    }
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member)]));
  };
  const filled = walk(value) as T; // the walk changes texts only
  return missing === null ? { value: filled } : { missing };
}

interface Address {
  written: string;
  url: URL;
}

/** With the values of path variables (`:id`); null for anything but http and https. Postman leaves out `http://`. */
function urlOf({ raw, variable }: { raw: string; variable: Variables }): Address | null {
  const values = new Map(variable.map(({ key, id, value }) => [key ?? id ?? '', value]));
  const [target = '', ...query] = (/^[a-z][a-z0-9+.-]*:\/\//i.test(raw) ? raw : `http://${raw}`).split('?');
  const filled = target.replace(/(?<=\/):([^/]+)/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const written = [filled, ...query].join('?');
  const url = URL.parse(written);
  return url !== null && /^https?:$/.test(url.protocol) ? { written, url } : null;
}

type Body = HarBody & { contentType: string | null };

const NONE: Body = { body: null, bodyEncoding: 'utf8', contentType: null };
const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
  javascript: 'application/javascript',
};

/** The body, or why there is none to send. */
function bodyOf(body: PostmanBody): Body | string {
  if (body === null || body.disabled) return NONE;
  switch (body.mode) {
    case null:
    case 'none':
      return NONE;
    case 'raw': {
      if (body.raw === null || body.raw === '') return NONE;
      const contentType = LANGUAGES[body.options?.raw.language ?? ''] ?? null;
      return { body: body.raw, bodyEncoding: 'utf8', contentType };
    }
    case 'graphql': {
      const { query = null, variables = null } = body.graphql ?? {};
      const text = JSON.stringify({
        query,
        variables: typeof variables === 'string' ? jsonOrText(variables) : variables,
      });
      return { body: text, bodyEncoding: 'utf8', contentType: 'application/json' };
    }
    case 'urlencoded':
      return form(
        'application/x-www-form-urlencoded',
        body.urlencoded.map((pair) => ({ ...pair, type: 'text', contentType: null })),
      );
    case 'formdata':
      return form(`multipart/form-data; boundary=${BOUNDARY}`, body.formdata);
    default:
      return FILE_MISSING;
  }
}

const FILE_MISSING = 'the body of the request is a file, which is not in the collection';
const BOUNDARY = 'postman-collection-boundary';

interface FormField {
  key: string;
  value: string | null;
  type: string | null;
  contentType: string | null;
  disabled: boolean;
}

function form(mimeType: string, fields: readonly FormField[]): Body | string {
  const params = fields
    .filter(({ disabled }) => !disabled)
    .map(({ key, value, type, contentType }) =>
      type === 'file'
        ? { name: key, value: null, fileName: key, contentType }
        : { name: key, value, fileName: null, contentType },
    );
  if (params.some(({ fileName }) => fileName !== null)) return FILE_MISSING;
  const postData = { mimeType, text: null, encoding: null, params };
  return (
    harRequestBody({ method: 'POST', url: '', headers: [], queryString: [], bodySize: -1, postData }) ?? FILE_MISSING
  );
}

function jsonOrText(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return text;
    throw fault;
  }
}
