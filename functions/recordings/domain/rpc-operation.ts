import { isObject } from '../../platform/json/is-object.ts';
import { headerOf } from '../../platform/values/http-tokens.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { RecordedRequest } from './recorded-case.ts';

/** Larger bodies are not read for the name of their operation. */
const MAX_BODY_LENGTH = 1024 * 1024;
/** Maximum operations of a batch that are named; of more, their digest stands for all. */
const MAX_NAMED = 8;
const MAX_NAME_LENGTH = 200;
const DIGEST_LENGTH = 8;

/**
 * The operation of a request whose path is shared by many (interface 10): of GraphQL its name, else the digest of its
 * document; of JSON-RPC the method; of SOAP the action. The operations of a batch are joined by `+`. Null for any other
 * request.
 */
export function rpcOperation(request: RecordedRequest): string | null {
  if (request.method === 'GET') return ofQuery(request.path);
  if (request.method !== 'POST' || request.body === null) return null;
  const type = headerOf(request.headers, 'content-type') ?? '';
  if (/^(?:text\/xml|application\/soap\+xml)/i.test(type)) return soapAction(request, type);
  if (/^multipart\/form-data;/i.test(type)) return ofUpload(request, type);
  if (!/json|graphql/i.test(type) || request.body.length > MAX_BODY_LENGTH) return null;
  const text = request.bodyEncoding === 'base64' ? Buffer.from(request.body, 'base64').toString() : request.body;
  if (/^application\/graphql(?:;|$)/i.test(type)) return graphqlName({ query: text });
  // Most bodies have none of these, and are not parsed.
  if (!MEMBERS.test(text)) return null;
  return ofBody(parsed(text));
}

/** What is read of an upload, whose first part has its operations. */
const MAX_HEAD_LENGTH = 64 * 1024;

/** GraphQL with files: the part `operations` is what the body would be without them. */
function ofUpload({ body, bodyEncoding }: RecordedRequest, type: string): string | null {
  const boundary = /;\s*boundary="?([^";]{1,200})/i.exec(type)?.[1];
  if (boundary === undefined || body === null) return null;
  const head = body.slice(0, MAX_HEAD_LENGTH);
  const text = bodyEncoding === 'base64' ? Buffer.from(head, 'base64').toString() : head;
  const name = text.indexOf('name="operations"');
  const start = name === -1 ? -1 : text.indexOf('\r\n\r\n', name);
  const end = start === -1 ? -1 : text.indexOf(`\r\n--${boundary}`, start);
  return end === -1 ? null : ofBody(parsed(text.slice(start, end)));
}

const MEMBERS = /"(?:query|persistedQuery|documentId|jsonrpc)"\s*:/;

function ofBody(body: unknown): string | null {
  if (!Array.isArray(body)) return nameOf(body);
  const names = body.map(nameOf);
  if (names.length === 0 || names.some((name) => name === null)) return null;
  const distinct = [...new Set(names)];
  const joined = distinct.join('+');
  return distinct.length > MAX_NAMED || joined.length > MAX_NAME_LENGTH ? digestOf(joined) : joined;
}

/** The name of one operation; null if it is of neither protocol. */
function nameOf(body: unknown): string | null {
  if (!isObject(body)) return null;
  return typeof body.jsonrpc === 'string' && typeof body.method === 'string'
    ? usable(body.method, RPC_METHOD)
    : graphqlName(body);
}

const RPC_METHOD = /^[\w.:/$-]+$/;
const GRAPHQL_NAME = /^[_A-Za-z]\w*$/;

const usable = (name: string, form: RegExp): string =>
  name.length <= MAX_NAME_LENGTH && form.test(name) ? name : digestOf(name);

function graphqlName(body: Readonly<Record<string, unknown>>): string | null {
  const { query, operationName } = body;
  const document = typeof query === 'string' && isDocument(query) ? query : null;
  const persisted = persistedId(body);
  if (document === null && persisted === null) return null;
  if (typeof operationName === 'string' && operationName !== '') return usable(operationName, GRAPHQL_NAME);
  const named = document === null ? null : onlyName(document);
  if (named !== null) return named;
  return document === null ? shortened(persisted ?? '') : digestOf(document);
}

/** Clients send the SHA-256 of the document, of which endpoints have the first digits. */
const shortened = (id: string): string =>
  /^[0-9a-f]{64}$/i.test(id) ? id.slice(0, DIGEST_LENGTH).toLowerCase() : digestOf(id);

/** The id of a document that the server has already. */
function persistedId({ extensions, documentId }: Readonly<Record<string, unknown>>): string | null {
  const stated = isObject(extensions) && isObject(extensions.persistedQuery) ? extensions.persistedQuery : {};
  const id = stated.sha256Hash ?? documentId;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Comments and blanks, then a selection or the keyword of a definition. JSON in a string begins otherwise. */
const DOCUMENT =
  /^(?:[\s,\uFEFF]|#[^\n]*(?:\n|$))*(?:\{[\s,]*[\w.#]|(?:query|mutation|subscription|fragment)\b[^{]*\{)/;
const isDocument = (text: string): boolean => DOCUMENT.test(text);

const DEFINITION = /(?:^|[\s}])(?:query|mutation|subscription)\s+([_A-Za-z]\w*)\s*[({@]/g;

/** The name of a document's only operation; null if it has none, or several. */
function onlyName(document: string): string | null {
  const names = [...document.matchAll(DEFINITION)].map(([, found]) => found ?? '');
  const [name = ''] = names;
  return names.length === 1 && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** GraphQL in the query of a GET request. */
function ofQuery(path: string): string | null {
  const start = path.indexOf('?');
  if (start === -1 || !/[?&](?:query|extensions|documentId)=/.test(path)) return null;
  const params = new URLSearchParams(path.slice(start + 1));
  const extensions = params.get('extensions');
  return graphqlName({
    query: params.get('query'),
    operationName: params.get('operationName'),
    documentId: params.get('documentId'),
    extensions: extensions === null ? null : parsed(extensions),
  });
}

/** Lengths are bounded, so that no body takes long. */
const BODY_CHILD = /<(?:[\w.-]{1,100}:)?Body(?:\s[^>]{0,2000})?>\s{0,2000}<(?:[\w.-]{1,100}:)?([\w.-]{1,200})/;

/** The action of a header, or else the name of what the envelope holds; null if it is not SOAP. */
function soapAction({ headers, body, bodyEncoding }: RecordedRequest, type: string): string | null {
  const stated = headerOf(headers, 'soapaction') ?? /;\s*action="?([^";]+)/i.exec(type)?.[1] ?? '';
  const action = stated.trim().replace(/^"|"$/g, '');
  if (action !== '') return usable(action, ACTION);
  if (body === null || body.length > MAX_BODY_LENGTH) return null;
  const text = bodyEncoding === 'base64' ? Buffer.from(body, 'base64').toString() : body;
  if (!/[:<]Envelope[\s>]/.test(text)) return null;
  return BODY_CHILD.exec(text)?.[1] ?? null;
}

/** An action is a URI. */
const ACTION = /^[\x21-\x7e]+$/;

const digestOf = (text: string): string => sha256Hex(text).slice(0, DIGEST_LENGTH);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
