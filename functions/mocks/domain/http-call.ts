import { isUtf8 } from 'node:buffer';
import { isObject } from '../../platform/json/is-object.ts';
import { pathTemplate } from '../../recordings/domain/operation-name.ts';
import { exactJson } from './exact-json.ts';
import { isHealthCheck, isSafeMethod } from './safe-call.ts';

interface HttpRequest {
  method: string;
  path: string;
  headers?: unknown;
  body?: unknown;
  bodyEncoding?: unknown;
}

/** Whether the request of a call is that of an HTTP exchange (interface 10). */
export const isHttpRequest = (request: Record<string, unknown>): request is Record<string, unknown> & HttpRequest =>
  typeof request.method === 'string' && typeof request.path === 'string';

/**
 * The canonical form of an HTTP request: query parameters in any order, of the headers only the media type, and a body
 * of JSON or of a form as its fields.
 */
export function canonicalHttp(request: HttpRequest) {
  const method = request.method.toUpperCase();
  const at = request.path.indexOf('?');
  const path = at === -1 ? request.path : request.path.slice(0, at);
  const segments = path.split('/').slice(1);
  const contentType = headerIn(request.headers, 'content-type');
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() || null;
  return {
    operation: `${method} ${pathTemplate(path)}`,
    gate: `${method} ${segments.length}`,
    request: {
      path: segments,
      query: at === -1 ? {} : fieldsOf(request.path.slice(at + 1)),
      type,
      body: bodyOf(request, contentType ?? ''),
    },
    isRead: isSafeMethod(method) || isHealthCheck(path),
  };
}

function headerIn(headers: unknown, wanted: string): string | undefined {
  const entries: unknown[] = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : [];
  for (const entry of entries) {
    if (!Array.isArray(entry) || String(entry[0]).toLowerCase() !== wanted) continue;
    return String(Array.isArray(entry[1]) ? entry[1][0] : entry[1]);
  }
  return undefined;
}

function bodyOf(request: HttpRequest, contentType: string): unknown {
  if (typeof request.body !== 'string' || request.body === '')
    return request.body === '' ? null : (request.body ?? null);
  const bytes = request.bodyEncoding === 'base64' ? Buffer.from(request.body, 'base64') : null;
  // Recorders may write the same text in either encoding.
  if (bytes !== null && !isUtf8(bytes)) return { base64: request.body };
  const body = bytes?.toString() ?? request.body;
  if (/^\s*[[{"]/.test(body)) {
    const value = exactJson(body);
    if (value !== undefined) return value;
  }
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return fieldsOf(body);
  // Clients make a boundary for each request.
  const boundary = /boundary="?([^";,\s]{4,200})/i.exec(contentType)?.[1];
  return boundary === undefined ? body : body.replaceAll(boundary, 'boundary');
}

/** The values of each field, in their order. */
function fieldsOf(text: string): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries(fields);
}
