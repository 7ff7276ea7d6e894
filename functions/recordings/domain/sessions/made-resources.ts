import { isObject } from '../../../platform/json/is-object.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { pathTemplate } from '../operation-name.ts';
import type { CasePayload } from '../recorded-case.ts';

/** By which resources a case without credentials belongs to others. */
export interface ResourceKeys {
  /** Keys of the paths of what the answer says was made. */
  made: string[];
  /** Keys of the paths of resources on the way to the request's own path, the longest first. */
  within: string[];
}

const MAX_KEYS = 4;
const MAX_BODY = 64 * 1024;
const UNSAFE = new Set(['POST', 'PUT', 'PATCH']);
/** Members that hold the id of what an answer shows. */
const ID_MEMBERS = ['id', '_id', 'uuid', 'slug'];

/** The resources that a case makes, and those that its path names; null if there are none. */
export function resourceKeys(payload: Pick<CasePayload, 'request' | 'response'>): ResourceKeys | null {
  const within = keysOnPath(plainPath(payload.request.path));
  const made = madePaths(payload).filter((path) => keysOnPath(path)[0] === keyOf(path));
  if (within.length + made.length === 0) return null;
  return { made: [...new Set(made.map(keyOf))].slice(0, MAX_KEYS), within };
}

const keyOf = (path: string): string => `p${sha256Hex(path).slice(0, 24)}`;

const plainPath = (path: string): string => (path.split('?', 1)[0] ?? '').replace(/\/+$/, '');

/** Prefixes of a path that end with what looks like an id or a slug, which need no more than two segments. */
function keysOnPath(path: string): string[] {
  const segments = path.split('/');
  const keys: string[] = [];
  for (let end = segments.length; end > 2 && keys.length < MAX_KEYS; end--)
    if (isId(segments[end - 1] ?? '')) keys.push(keyOf(segments.slice(0, end).join('/')));
  return keys;
}

const isId = (segment: string): boolean =>
  pathTemplate(segment) === '{id}' || (/\d/.test(segment) && !/^v\d/.test(segment)) || /\w-\w/.test(segment);

/** Paths of what a successful request made: where its answer points to, or its own path with the id that it answers. */
function madePaths({ request, response }: Pick<CasePayload, 'request' | 'response'>): string[] {
  if (!UNSAFE.has(request.method) || response === null || response.status >= 400) return [];
  const own = plainPath(request.path);
  if (own === '') return [];
  const location = headerOf(response.headers, 'location');
  const pointed = location === undefined ? [] : [plainPath(location.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ''))];
  const ids = response.status < 300 ? idsIn(response) : [];
  return [...pointed.filter((path) => path.startsWith('/')), ...ids.map((id) => `${own}/${id}`)];
}

function idsIn({ body, bodyEncoding }: NonNullable<CasePayload['response']>): string[] {
  if (body === null || bodyEncoding !== 'utf8' || body.length > MAX_BODY || !/^\uFEFF?\s*\{/.test(body)) return [];
  const value = parsed(body);
  if (!isObject(value)) return [];
  const shown = isObject(value.data) ? [value, value.data] : [value];
  return shown.flatMap((one) => ID_MEMBERS.map((name) => one[name])).flatMap(idText);
}

function idText(id: unknown): string[] {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? [String(id)] : [];
  return typeof id === 'string' && /^[\w.~-]{1,128}$/.test(id) ? [id] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
