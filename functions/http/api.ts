import type { Repositories } from '../repositories/repositories.ts';
import type { World } from '../world.ts';

/** What an endpoint may use: the world, and what is stored for the caller's tenant. */
export type Services = World & Repositories;

/** Rights of a credential (interface 4.8); `admin` includes the others. */
export type Scope = 'read' | 'write' | 'record' | 'agent' | 'admin';

/** Who asks: nobody in particular (Open API), or the holder of a credential. */
export interface Caller {
  tenant: string;
  name: string;
  scopes: readonly Scope[];
}

export interface ApiRequest {
  method: string;
  /** Values of the `{…}` parts of the path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed JSON body; undefined where the endpoint takes bytes or none was sent. */
  body: unknown;
  bytes: Uint8Array;
  caller: Caller;
}

export interface ApiResponse {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string as it stands, with the content-type of `headers`. */
  body: unknown;
}

/** How a family words its errors (interface 1): unreadable bodies, unknown paths, faults. */
export type ErrorShape = (code: string, message: string, now: number) => unknown;

/** One route: what it is called by, who may call it, and its answer. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` stands for one segment. */
  path: string;
  /** The right that a caller needs; null for the Open API, which asks for none (spec 5). */
  scope: Scope | null;
  /** `json` (default, at most 1 MiB): an object, 32 levels at most. `bytes`: taken as they are. */
  body?: { as: 'json' | 'bytes'; maxBytes: number };
  errors: ErrorShape;
  answer(request: ApiRequest, services: Services): Promise<ApiResponse>;
}

export const ok = (body: unknown): ApiResponse => ({ status: 200, body });

/** `{errorCode, errorMessage}`: the Open API and everything in interface 10 to 12. */
export const plainErrors: ErrorShape = (errorCode, errorMessage) => ({ errorCode, errorMessage });
