import type * as v from 'valibot';
import type { ServicesOf } from '../composition.ts';
import type { Scope } from '../values/scope.ts';
import type { JsonText } from '../values/typed-json.ts';
import type { EndpointDoc } from './documents/endpoint-doc.ts';
import type { ConsoleRefusal, Refusal, ResponseStatusType } from './documents/shown-schemas.ts';
import type { ErrorRow } from './error-row.ts';

export type { Scope };

/** The caller: anonymous (Open API), or the holder of a credential. */
export interface Caller {
  tenant: string;
  name: string;
  scopes: readonly Scope[];
  /** The credential is valid, but for another tenant than `x-tenant-id`, so it grants no rights. */
  isElsewhere?: true;
  /** The federated worker that holds a host token (evaluation 3.11). */
  host?: { host_id: string /** Thumbprint of the key that it was issued for. */; jkt: string };
}

export interface ApiRequest {
  method: string;
  /** As requested, with the base path and without the query. */
  path: string;
  /** The `x-request-id` of the response. */
  requestId: string;
  /** Values of the `{…}` parts of the path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The JSON object in the body; empty if the endpoint takes none, or takes bytes. */
  body: Readonly<Record<string, unknown>>;
  /** The body as received; empty if the endpoint takes none. */
  bytes: Uint8Array;
  caller: Caller;
  /**
   * The holder of the credential in the headers, also where the endpoint has no scope and `caller` is anonymous; null
   * without a valid one.
   */
  holder(): Promise<Caller | null>;
  /**
   * Whether a program of the user who runs the service sent this request, on this machine; false where the host does
   * not say.
   */
  isOwnUser(): Promise<boolean>;
  /** Whether nothing says that it came from another machine or through a proxy (came-directly.ts). */
  isLocal: boolean;
  /** Set if one of our own pages is the caller. */
  isOfPage?: true;
  /** The key of limits per source (source-of.ts); null if the host does not provide it. */
  source: string | null;
}

/** A response of one of three kinds; `bytes` and `stream` set their own content-type. */
export type ApiResponse = {
  status: number;
  headers?: Record<string, string>;
  /** The request was refused whole, so that its bytes do not count to those of the day. */
  storedNothing?: true;
} & (
  | { /** Sent as JSON. */ body: unknown; bytes?: never; stream?: never }
  | { /** Sent unchanged. */ bytes: Uint8Array; body?: never; stream?: never }
  | {
      /** Sent as produced, with backpressure; a fault in the middle closes the connection. */
      stream: AsyncIterable<Uint8Array>;
      body?: never;
      bytes?: never;
    }
);

/** A response with a JSON body of this type. */
export interface JsonResponse<Body> extends Pick<ApiResponse, 'status' | 'headers'> {
  body: Body;
}

/** An error in plain JSON. */
export type RefusalBody<Code extends string = string> = v.InferOutput<typeof Refusal> & { errorCode: Code };

/** An error in the console's format. */
export type ConsoleRefusalBody = v.InferOutput<typeof ConsoleRefusal>;

/** A success in the console's format. */
export interface Success<Body> {
  responseStatusType: v.InferOutput<typeof ResponseStatusType>;
  body: Body;
}

/** How a family formats its errors (interface 1): invalid bodies, unknown paths, rejected callers, faults. */
export type ErrorShape<Body = unknown> = (error: ErrorRow, now: number) => Body;

/** What an error response may depend on besides the error. */
export type RequestFacts = Pick<ApiRequest, 'headers' | 'path' | 'requestId'>;
export type RefusalShape = (error: ErrorRow, request: RequestFacts) => ApiResponse;

/** One route: its method and path, its scope, and its handler, which declares the services that it uses. */
export interface Endpoint<Services = unknown> extends EndpointFacts {
  answer: (request: ApiRequest, services: Services) => Promise<ApiResponse>;
}

/** An endpoint bound to the services of the caller's tenant. */
export interface Route extends EndpointFacts {
  answer: (request: ApiRequest) => Promise<ApiResponse>;
}

/** An endpoint without its handler. */
export interface EndpointFacts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` matches one segment. */
  path: string;
  /** The scope that a caller needs; null: checked by its family alone (anonymous-access.ts; spec 5, the Open API). */
  scope: Scope | null;
  /** The action that it has in the audit log; a caller who is not allowed to call it leaves a refused one. */
  audits?: string;
  /** Federated workers may call it as well; the endpoint checks what they may do (evaluation 3.2). */
  hosts?: true;
  /** The body that it takes; none by default. */
  body?: BodyRule;
  /** It stores what the caller sends, or starts what will: refused with ERRORS.diskFull while the disk is low. */
  grows?: true;
  /** It starts a run, which the rate of triggers limits (docs/settings.md). */
  startsRun?: true;
  /** How many bytes a request is going to store, which the quota of the day limits. */
  storedBytes?(request: Pick<ApiRequest, 'query' | 'body' | 'bytes'>): number;
  errors: ErrorShape;
  /**
   * The response to a request rejected before the endpoint runs, if it is not `errors` as JSON; it may depend on the
   * request.
   */
  refusal?: RefusalShape;
  /**
   * The response to a fault of the service, if it is not that of `error` (spec 7.1 INTERNAL_ERROR): ERRORS.internal, or
   * ERRORS.diskFull.
   */
  fault?(now: number, headers: Headers, error: ErrorRow): ApiResponse;
  /** Its documentation in the OpenAPI document (interface 13). */
  doc: EndpointDoc;
}

/** Binds endpoints to the services of the caller's tenant. */
export const routesOf = <Services>(
  endpoints: readonly Endpoint<Services>[],
  servicesOf: ServicesOf<Services>,
): readonly Route[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    answer: (request) => endpoint.answer(request, servicesOf(request.caller.tenant)),
  }));

/** `json`: an object, at most 32 levels deep. `bytes`: passed unchanged. */
export interface BodyRule {
  as: 'json' | 'bytes';
  maxBytes: number;
  /** Any other content-type is rejected with 415. */
  contentType?: string;
  /** An empty body counts as an empty object. */
  optional?: boolean;
}

/** A JSON object of at most 1 MiB (interface 1). */
export const JSON_BODY: BodyRule = { as: 'json', maxBytes: 1024 * 1024 };

/** Like JSON_BODY, for endpoints where every member, and so the body, is optional. */
export const OPTIONAL_JSON_BODY: BodyRule = { ...JSON_BODY, optional: true };

/** Recorder intake and imports: at most 6 MiB (interface 1). */
export const RECORDER_BODY: BodyRule = { as: 'bytes', maxBytes: 6 * 1024 * 1024 };

/** A request stores what its body holds. */
export const bodyBytes = ({ bytes }: Pick<ApiRequest, 'bytes'>): number => bytes.byteLength;

export const ok = <Body>(body: Body): JsonResponse<Body> => ({ status: 200, body });

/** The headers of JSON answers. */
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The same with a body that is a JSON text already. */
export const jsonBytes = <Body>(bytes: JsonText<Body>) => ({ status: 200, headers: JSON_TYPE, bytes });

/** The response of a successful request without content. */
export const NO_CONTENT = { status: 204, bytes: new Uint8Array() } as const satisfies ApiResponse;

/** An error in plain JSON (interface 10): an HTTP status with `{errorCode, errorMessage}`. */
export const failure = <Code extends string>(
  status: number,
  errorCode: Code,
  errorMessage: string,
): JsonResponse<RefusalBody<Code>> => ({ status, body: { errorCode, errorMessage } });

/** The same of an error that the endpoint's document declares. */
export const failureOf = <Code extends string>({ status, code, message }: ErrorRow<Code>) =>
  failure(status, code, message);

/** One definition line per error that is not an endpoint's own (interface 1, 4.5). */
export const ERRORS = {
  invalidJson: { status: 400, code: 'INVALID_JSON', message: 'the body is not readable JSON', responseCode: 1 },
  notAnObject: { status: 400, code: 'INVALID_JSON', message: 'the body must be a JSON object', responseCode: 1 },
  prototypeMember: { status: 400, code: 'INVALID_JSON', message: 'the body sets a prototype', responseCode: 1 },
  tooDeep: { status: 400, code: 'INVALID_JSON', message: 'the body is deeper than 32 levels', responseCode: 1 },
  tooLarge: { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'the body is too large', responseCode: 1 },
  unsupportedMediaType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the content-type must be application/json',
    responseCode: 1,
  },
  unusableCursor: {
    status: 400,
    code: 'INVALID_QUERY',
    message: 'cursor does not belong to this list',
    responseCode: 1,
  },
  unauthenticated: {
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Authentication verification failed',
    responseCode: 4,
  },
  tokenNeeded: {
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'the Open API of this service requires a token',
    responseCode: 4,
    headers: { 'www-authenticate': 'Bearer realm="open-api"' },
  },
  tenantMismatch: {
    status: 403,
    code: 'TENANT_MISMATCH',
    message: 'x-tenant-id is not the tenant of the credential',
    responseCode: 5,
  },
  forbidden: { status: 403, code: 'FORBIDDEN', message: 'Permission denied', responseCode: 5 },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'there is no such path', responseCode: 3 },
  wrongMethod: {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'this path does not support this method',
    responseCode: 1,
  },
  bodyTimeout: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'the body took too long to arrive',
    responseCode: 1,
    headers: { connection: 'close' },
  },
  tooManyRequests: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'too many requests; try again later',
    responseCode: 1,
    headers: { 'retry-after': '1' },
  },
  internal: {
    status: 500,
    code: 'INTERNAL_ERROR',
    message: 'the service failed; the request may be repeated',
    responseCode: 2,
  },
  diskFull: {
    status: 507,
    code: 'INSUFFICIENT_STORAGE',
    message: 'the disk of the service is full; nothing was stored',
    responseCode: 2,
  },
  damaged: {
    status: 500,
    code: 'DAMAGED_DATA',
    message: 'stored data is damaged; the log names it under this request',
    responseCode: 2,
  },
} as const satisfies Record<string, ErrorRow>;

/** The answer where showing a stored body takes more time or memory than one request may. */
export const TOO_COSTLY = failure(
  ERRORS.internal.status,
  ERRORS.internal.code,
  'showing the stored bodies takes too much time or memory',
);

/** `{errorCode, errorMessage}`: the Open API (spec 4). */
export const openApiErrors: ErrorShape<RefusalBody> = ({ code, message }) => ({
  errorCode: code,
  errorMessage: message,
});

/** `{responseStatusType}`: console endpoints of spec 4.5 to 4.8 (interface 4.5). */
export const consoleErrors: ErrorShape<ConsoleRefusalBody> = ({ responseCode, message }, timestamp) => ({
  responseStatusType: { responseCode, responseDesc: message, timestamp },
});

/** Interface 10 to 12: plain JSON, but 401 and 403 in the console's format. */
export const plainErrors: ErrorShape<RefusalBody | ConsoleRefusalBody> = (error, now) =>
  error.status === 401 || error.status === 403 ? consoleErrors(error, now) : openApiErrors(error, now);

/** The success envelope of interface 4.5. */
export const success = <Body>(body: Body, timestamp: number): JsonResponse<Success<Body>> =>
  ok({ responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp }, body });
