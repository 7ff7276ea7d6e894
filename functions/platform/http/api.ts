import type { IdentityProviders } from '../../login/service/identity/identity-providers.ts';
import type { LoginRepositories } from '../../login/service/login-repositories.ts';
import type { ApiKeyScope } from '../../login/store/api-keys.ts';
import type { Config } from '../settings/config.ts';
import type { World } from '../world.ts';
import type { EndpointDoc } from './documents/endpoint-doc.ts';
import type { Repositories } from './repositories.ts';

/** What an endpoint may use: the world, the settings, and what is stored for the caller's tenant. */
export type Services = World &
  LoginRepositories &
  Repositories & { config: Config; identityProviders: IdentityProviders };

/** Rights of a credential (interface 4.8); `admin` includes the others. */
export type Scope = ApiKeyScope | 'host:publish';

/** Who asks: nobody in particular (Open API), or the holder of a credential. */
export interface Caller {
  tenant: string;
  name: string;
  scopes: readonly Scope[];
  /** The credential holds, but in another tenant than `x-tenant-id` says: it has no right then. */
  isElsewhere?: true;
  /** The federated worker that holds a host token (evaluation 3.11). */
  host?: { host_id: string /** Thumbprint of the key that it was given for. */; jkt: string };
}

export interface ApiRequest {
  method: string;
  /** As it was asked for, without the query. */
  path: string;
  /** What `x-request-id` of the answer will be. */
  requestId: string;
  /** Values of the `{…}` parts of the path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The JSON object that was sent; empty where the endpoint takes none, or takes bytes. */
  body: Readonly<Record<string, unknown>>;
  /** The body as it came; empty where the endpoint takes none. */
  bytes: Uint8Array;
  caller: Caller;
  /** A page of ours asks. */
  isOfPage?: true;
  /** What limits per source count by (source-of.ts); null where the host does not say. */
  source: string | null;
}

/** An answer of one of three kinds; `bytes` and `stream` say their content-type themselves. */
export type ApiResponse = { status: number; headers?: Record<string, string> } & (
  | { /** Sent as JSON. */ body: unknown; bytes?: never; stream?: never }
  | { /** Sent as they are. */ bytes: Uint8Array; body?: never; stream?: never }
  | {
      /** Sent as they come, as fast as they are taken; a fault in the middle cuts the connection. */
      stream: AsyncIterable<Uint8Array>;
      body?: never;
      bytes?: never;
    }
);

/** How a family words its errors (interface 1): unreadable bodies, unknown paths, refused callers, faults. */
export type ErrorShape = (error: ErrorRow, now: number) => unknown;

/** What a refusal may follow besides the error. */
export type Asked = Pick<ApiRequest, 'headers' | 'path' | 'requestId'>;
export type RefusalShape = (error: ErrorRow, asked: Asked) => ApiResponse;

/** One route: what it is called by, who may call it, and its answer. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one segment. */
  path: string;
  /** The right that a caller needs; null for the Open API, which asks for none (spec 5). */
  scope: Scope | null;
  /** Federated workers may call it besides; what they may do there, the endpoint says (evaluation 3.2). */
  hosts?: true;
  /** What body it takes; none unless said. */
  body?: BodyRule;
  errors: ErrorShape;
  /** The answer to what is refused before the endpoint is asked, where it is not `errors` as JSON: it may follow the request. */
  refusal?: RefusalShape;
  /** The answer to a fault of ours where it is not HTTP 500 (spec 7.1 INTERNAL_ERROR). */
  fault?(now: number, headers: Headers): ApiResponse;
  answer(request: ApiRequest, services: Services): Promise<ApiResponse>;
  /** What the OpenAPI document says of it (interface 13). */
  doc: EndpointDoc;
}

/** `json`: an object, at most 32 levels deep. `bytes`: taken as they are. */
export interface BodyRule {
  as: 'json' | 'bytes';
  maxBytes: number;
  /** Any other content-type is refused with 415. */
  contentType?: string;
  /** No body at all counts as an empty object. */
  optional?: boolean;
}

/** A JSON object of at most 1 MiB (interface 1). */
export const JSON_BODY: BodyRule = { as: 'json', maxBytes: 1024 * 1024 };

/** The same where every member may be left out, and so the body. */
export const OPTIONAL_JSON_BODY: BodyRule = { ...JSON_BODY, optional: true };

/** Recorder intake and imports: at most 6 MiB (interface 1). */
export const RECORDER_BODY: BodyRule = { as: 'bytes', maxBytes: 6 * 1024 * 1024 };

export const ok = (body: unknown): ApiResponse => ({ status: 200, body });

/** The answer to what is done, where there is nothing to say. */
export const NO_CONTENT: ApiResponse = { status: 204, bytes: new Uint8Array() };

/** A refusal in plain JSON (interface 10): an HTTP status with `{errorCode, errorMessage}`. */
export const failure = (status: number, errorCode: string, errorMessage: string): ApiResponse => ({
  status,
  body: { errorCode, errorMessage },
});

/** An error that every family knows; how it is worded is the family's. */
export interface ErrorRow {
  status: number;
  code: string;
  message: string;
  /** The console's responseCode (interface 4.5, 4.8). */
  responseCode: number;
}

/** One definition line per error that is not an endpoint's own (interface 1, 4.5). */
export const ERRORS = {
  invalidJson: { status: 400, code: 'INVALID_JSON', message: 'the body is not readable JSON', responseCode: 1 },
  notAnObject: { status: 400, code: 'INVALID_JSON', message: 'the body must be a JSON object', responseCode: 1 },
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
    message: 'cursor is not one of this list',
    responseCode: 1,
  },
  unauthenticated: {
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Authentication verification failed',
    responseCode: 4,
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
    message: 'this path does not take this method',
    responseCode: 1,
  },
  internal: {
    status: 500,
    code: 'INTERNAL_ERROR',
    message: 'the service failed; the request may be repeated',
    responseCode: 2,
  },
} as const satisfies Record<string, ErrorRow>;

/** `{errorCode, errorMessage}`: the Open API (spec 4). */
export const openApiErrors: ErrorShape = ({ code, message }) => ({ errorCode: code, errorMessage: message });

/** `{responseStatusType}`: console endpoints of spec 4.5 to 4.8 (interface 4.5). */
export const consoleErrors: ErrorShape = ({ responseCode, message }, timestamp) => ({
  responseStatusType: { responseCode, responseDesc: message, timestamp },
});

/** Interface 10 to 12: plain JSON, but 401 and 403 as the console words them. */
export const plainErrors: ErrorShape = (error, now) =>
  error.status === 401 || error.status === 403 ? consoleErrors(error, now) : openApiErrors(error, now);

/** The success envelope of interface 4.5. */
export const success = (body: unknown, timestamp: number): ApiResponse =>
  ok({ responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp }, body });
