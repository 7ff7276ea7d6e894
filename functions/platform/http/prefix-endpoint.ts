import type { ServicesOf } from '../composition.ts';
import type { Caller } from './api.ts';

/** A request below a prefix. */
export interface PrefixRequest {
  method: string;
  /** Path and query after the prefix, as sent. */
  path: string;
  /** Without the credential of the service that it carries. */
  headers: readonly (readonly [string, string])[];
  bytes: Uint8Array;
  /** Null without a valid API key: the endpoint decides what such callers may do. */
  caller: Caller | null;
  /** As of `addressOf`; null also if a proxy passed the request on. */
  address: string | null;
}

/** A response that is sent as it is. */
export interface PrefixResponse {
  status: number;
  headers: readonly (readonly [string, string])[];
  body: Uint8Array;
}

/** An endpoint that answers every method of every path below a prefix, with headers and bytes of its own. */
export interface PrefixEndpoint<Services> extends PrefixFacts {
  answer(request: PrefixRequest, servicesOf: ServicesOf<Services>): Promise<PrefixResponse>;
  /** Notes that a request gets no answer, by a limit or a fault of the service. */
  unanswered(request: Omit<PrefixRequest, 'bytes'>, servicesOf: ServicesOf<Services>): Promise<void>;
}

export interface PrefixFacts {
  /** Such as `/mock`; no other endpoint is below it. */
  prefix: string;
  /** Maximum bytes of a body. */
  maxBytes: number;
}

/** The same, bound to the services of all tenants. */
export interface PrefixRoute extends PrefixFacts {
  answer(request: PrefixRequest): Promise<PrefixResponse>;
  unanswered(request: Omit<PrefixRequest, 'bytes'>): Promise<void>;
}

export const prefixRoutesOf = <Services>(
  endpoints: readonly PrefixEndpoint<Services>[],
  servicesOf: ServicesOf<Services>,
): readonly PrefixRoute[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    answer: (request) => endpoint.answer(request, servicesOf),
    unanswered: (request) => endpoint.unanswered(request, servicesOf),
  }));
