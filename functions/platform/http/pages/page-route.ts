import type { HtmlEscapedString } from 'hono/utils/html';
import type { ServicesOf } from '../../composition.ts';
import type { ApiResponse, Caller, EndpointFacts, Scope } from '../api.ts';

/** A fragment of a page, with all interpolated values escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The parameters of a page's call to an endpoint: path parts, query and body. */
export interface AskOptions {
  params?: Readonly<Record<string, string>>;
  /** A list gives the parameter repeatedly. */
  query?: Readonly<Record<string, string | readonly string[]>>;
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Calls an endpoint, named as in its list, on behalf of the page's caller: with the same checks, scopes and audit log
 * as over HTTP, but in process.
 */
export type Ask = (method: EndpointFacts['method'], path: string, asked?: AskOptions) => Promise<ApiResponse>;

export interface PageRequest {
  /** Values of the `{…}` parts of the path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Without the base path. */
  url: URL;
  /** The path of the address that people open; empty without one (base-path.ts). */
  basePath: string;
  /** Path and query to return to after a login: this page's, or those of the page with the form. */
  back: string;
  query: URLSearchParams;
  headers: Headers;
  caller: Caller;
  /** Whether the caller's guest session was opened automatically (interface 13). */
  isGuest: boolean;
  /** The value of the field `csrf` in every form. */
  csrf: string;
  /** The submitted fields; empty for GET. */
  form: FormData;
  /** As of ApiRequest. */
  isLocal: boolean;
  ask: Ask;
  /** Counts beside the links to pages of one thing, read where a page shows them; absent on other pages. */
  tabCounts?: () => Promise<Readonly<Record<string, number | string | undefined>>>;
  /** Whether the caller has this scope; pages hide buttons that would be rejected. */
  may(scope: Scope): boolean;
}

/** The result of a page: HTML, a redirect, or the response of an endpoint (a file to download). */
export type PageAnswer = {
  cookies?: readonly string[];
  headers?: Record<string, string>;
} /** `leadsTo`: the page that a browser opens next by itself. */ & (
  | { html: Html; status?: number; leadsTo?: string; location?: never; response?: never }
  | { location: string; html?: never; response?: never }
  | { response: ApiResponse; html?: never; location?: never }
);

/** One page or form of the console or of the report (interface 13), which declares the services that it uses. */
export interface Page<Services = unknown> extends PageFacts {
  answer: (request: PageRequest, services: Services) => Promise<PageAnswer>;
}

/** A page bound to the services of the caller's tenant. */
export interface PageRoute extends PageFacts {
  answer: (request: PageRequest) => Promise<PageAnswer>;
}

/** Binds pages to the services of the caller's tenant. */
export const pageRoutesOf = <Services>(
  pages: readonly Page<Services>[],
  servicesOf: ServicesOf<Services>,
): readonly PageRoute[] =>
  pages.map((page) => ({ ...page, answer: (request) => page.answer(request, servicesOf(request.caller.tenant)) }));

/** A page without its handler. */
export interface PageFacts {
  method: 'GET' | 'POST';
  /** `{name}` matches one segment. */
  path: string;
  /** The scope that a caller needs; null for pages before a login. */
  scope: Scope | null;
  /** The action that its form has in the audit log; a caller who may not send the form leaves a refused one. */
  audits?: string;
  /** Maximum bytes of its form. Default: 1 MiB. */
  maxBytes?: number;
}

/** A file that pages reference: the stylesheet or a script. */
export interface Asset {
  path: string;
  type: string;
  bytes: Uint8Array;
}
