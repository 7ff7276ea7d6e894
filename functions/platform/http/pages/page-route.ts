import type { HtmlEscapedString } from 'hono/utils/html';
import type { ApiResponse, Caller, Endpoint, Scope, Services } from '../api.ts';

/** A piece of a page: everything that was put into it is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What an endpoint is asked for by a page: the parts of its path, its query and its body. */
export interface Asked {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Asks an endpoint, named as its list names it, in the name of the page's caller: the same checks, the same rights and the same
 * audit log as over HTTP, and nothing on the wire.
 */
export type Ask = (method: Endpoint['method'], path: string, asked?: Asked) => Promise<ApiResponse>;

export interface PageRequest {
  /** Values of the `{…}` parts of the path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  url: URL;
  /** Path and query that a login leads back to: this page's, or of the page that its form was on. */
  back: string;
  query: URLSearchParams;
  headers: Headers;
  caller: Caller;
  /** Whether the caller came in by a session that opened by itself (interface 13). */
  isGuest: boolean;
  /** Goes into every form as the field `csrf`. */
  csrf: string;
  /** The fields that were sent; empty for GET. */
  form: FormData;
  ask: Ask;
  /** Whether the caller has this right; buttons that would be refused are not shown. */
  may(scope: Scope): boolean;
}

/** What a page answers: HTML, the way to another page, or what an endpoint answers (a file to keep). */
export type PageAnswer = { cookies?: readonly string[]; headers?: Record<string, string> } & (
  | { html: Html; status?: number; location?: never; response?: never }
  | { location: string; html?: never; response?: never }
  | { response: ApiResponse; html?: never; location?: never }
);

/** One page or form: a route of the console or of the report (interface 13). */
export interface Page {
  method: 'GET' | 'POST';
  /** `{name}` stands for one segment. */
  path: string;
  /** The right that a caller needs; null for what comes before a login. */
  scope: Scope | null;
  /** Most bytes of its form; 1 MiB unless told. */
  maxBytes?: number;
  answer(request: PageRequest, services: Services): Promise<PageAnswer>;
}

/** A file that pages name: the stylesheet and the script. */
export interface Asset {
  path: string;
  type: string;
  bytes: Uint8Array;
}
