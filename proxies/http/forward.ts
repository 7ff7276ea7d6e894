import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { EGRESS_DENIED } from '../../functions/platform/outbound/connection-failure.ts';
import { connectionCode, connectionText } from '../../functions/platform/outbound/connection-text.ts';
import { type Budget, type CapturedBody, capturedBody } from '../captured-body.ts';
import { REFUSED_TEXT } from './destinations.ts';
import { endToEndHeaders } from './hop-headers.ts';
import { readableCodings } from './readable-codings.ts';
import { requestBody } from './request-body.ts';
import { SAFE_METHODS, type TargetConnections } from './target-connections.ts';
import { type Pseudonym, withVia } from './via.ts';

/** A forwarded exchange, as it was on the wire. */
export interface Exchange {
  method: string;
  /** Path and query, without those of the target's base. */
  path: string;
  requestHeaders: [string, string][];
  requestBody: CapturedBody;
  status: number;
  responseHeaders: [string, string][];
  responseBody: CapturedBody;
  /** Epoch ms. */
  startedAt: number;
  durationMs: number;
}

export interface ForwardOptions {
  /** Base URL of the target; its path is prepended to the request's path. */
  target: URL;
  /** Path and query to request there. */
  path: string;
  /** Passes the `Host` of the request on, instead of that of the target. */
  keepsHost?: boolean;
  /** Headers that replace the request's own; names in lower case. */
  set: readonly (readonly [string, string])[];
  /** The body of the request if it has been read already. */
  body?: Buffer;
  maxBodyBytes: number;
  budget: Budget;
  connections: TargetConnections;
  /** What the proxy calls itself in `Via`, which is not part of the exchange. */
  via: Pseudonym;
  now(): number;
}

/** A request under way to the target. */
interface Forwarding {
  outgoing: ServerResponse<IncomingMessage>;
  target: URL;
  path: string;
  connections: TargetConnections;
  via: Pseudonym;
  method: string;
  startedAt: number;
  began: number;
  // As the application sees it: the addresses in its answers follow from its own Host.
  requestHeaders: [string, string][];
  capturedRequest: CapturedBody;
  capturedResponse: CapturedBody;
  resolve: (value: Exchange | PromiseLike<Exchange | null> | null) => void;
  abort: () => void;
  headers: string[];
}

/**
 * Streams a request to the target and the response back; resolves with the exchange, or null if it did not complete. A
 * target that cannot be reached is answered with 502, and one that the proxy refuses with 403.
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, path, keepsHost = false, set, body: readBody, maxBodyBytes, budget, connections, via, now }: ForwardOptions,
): Promise<Exchange | null> {
  const requestHeaders = endToEndHeaders(incoming.rawHeaders).map(([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    if (lower === 'accept-encoding') return [name, readableCodings(value)];
    return lower === 'host' && !keepsHost ? [name, target.host] : [name, value];
  });
  const { promise, resolve } = Promise.withResolvers<Exchange | null>();
  const headers = sentHeaders(withVia(requestHeaders, incoming.httpVersion, via), set);
  const forwarding: Forwarding = {
    outgoing,
    target,
    path,
    connections,
    via,
    method: incoming.method ?? 'GET',
    startedAt: now(),
    began: performance.now(),
    requestHeaders,
    capturedRequest: capturedBody(maxBodyBytes, budget),
    capturedResponse: capturedBody(maxBodyBytes, budget),
    resolve,
    abort: () => {},
    headers,
  };
  outgoing.once('close', () => {
    if (outgoing.writableFinished) return;
    forwarding.abort();
    lose(forwarding);
  });
  const body =
    readBody === undefined ? requestBody(incoming, forwarding.capturedRequest) : readBody.length > 0 ? readBody : null;
  if (body instanceof Promise)
    body.then(
      (bytes) => send(forwarding, bytes, SAFE_METHODS.has(forwarding.method)),
      () => lose(forwarding),
    );
  else send(forwarding, body, (body === null || body === readBody) && SAFE_METHODS.has(forwarding.method));
  return promise;
}

const lose = (forwarding: Forwarding, isRefused = false, reason = '') => {
  forwarding.capturedRequest.release();
  forwarding.capturedResponse.release();
  if (!forwarding.outgoing.headersSent) {
    forwarding.outgoing.writeHead(isRefused ? 403 : 502, { 'content-type': 'text/plain; charset=utf-8' });
    forwarding.outgoing.end(
      isRefused ? REFUSED_TEXT : `replay: the target was not reached${reason && `: ${reason}`}\n`,
    );
  } else if (!forwarding.outgoing.writableFinished) forwarding.outgoing.destroy();
  forwarding.resolve(null);
};

const handlerOf = (forwarding: Forwarding, onStale: (() => void) | null): Dispatcher.DispatchHandler => {
  let status = 0;
  let responseHeaders: [string, string][] = [];
  let hasBodyBegun = false;
  return {
    onRequestStart: (controller) => {
      forwarding.abort = () => controller.abort(new Error('the client closed the connection'));
    },
    onResponseStart: (controller, code, _, message) => {
      // Only 101 matters of informational responses, and upgrades take another way.
      if (code < 200) return;
      status = code;
      responseHeaders = endToEndHeaders(latin1Of(controller.rawHeaders));
      forwarding.outgoing.sendDate = false;
      forwarding.outgoing.writeHead(code, message ?? '', withVia(responseHeaders, '1.1', forwarding.via).flat());
      const { socket } = forwarding.outgoing;
      socket?.cork();
      // What arrived with the headers leaves with them; otherwise the headers leave alone, as those of events do.
      queueMicrotask(() => {
        socket?.uncork();
        if (!hasBodyBegun && !forwarding.outgoing.writableEnded) forwarding.outgoing.flushHeaders();
      });
    },
    onResponseData: (controller, chunk) => {
      hasBodyBegun = true;
      forwarding.capturedResponse.add(chunk);
      if (forwarding.outgoing.write(chunk)) return;
      controller.pause();
      forwarding.outgoing.once('drain', () => controller.resume());
    },
    onResponseEnd: (controller) => {
      const trailers = latin1Of(controller.rawTrailers);
      if (trailers.length > 0) forwarding.outgoing.addTrailers(pairsOf(trailers));
      const durationMs = Math.round(performance.now() - forwarding.began);
      forwarding.outgoing.end(() =>
        forwarding.resolve({
          method: forwarding.method,
          path: forwarding.path,
          requestHeaders: forwarding.requestHeaders,
          requestBody: forwarding.capturedRequest,
          status,
          responseHeaders,
          responseBody: forwarding.capturedResponse,
          startedAt: forwarding.startedAt,
          durationMs,
        }),
      );
    },
    onResponseError: (_, fault) => {
      if (onStale !== null && status === 0 && isStale(fault) && !forwarding.outgoing.destroyed) onStale();
      else lose(forwarding, 'code' in fault && fault.code === EGRESS_DENIED, connectionText(connectionCode(fault)));
    },
  };
};

const send = (forwarding: Forwarding, body: Buffer | AsyncIterable<Buffer> | null, mayRepeat: boolean) => {
  try {
    forwarding.connections.of(forwarding.method).dispatch(
      {
        origin: forwarding.target.origin,
        path: `${forwarding.target.pathname.replace(/\/$/, '')}${forwarding.path}`,
        method: forwarding.method,
        headers: forwarding.headers,
        // undici reads async iterables as well; its types do not say so.
        body: body as Buffer | null,
      },
      handlerOf(forwarding, mayRepeat ? () => send(forwarding, body, false) : null),
    );
  } catch {
    // undici refuses what HTTP/1.1 cannot carry, such as a path with a blank
    lose(forwarding);
  }
};

/** Names and values in turn, with the headers that replace others. */
function sentHeaders(
  headers: readonly (readonly [string, string])[],
  set: readonly (readonly [string, string])[],
): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers)
    if (set.length === 0 || !set.some(([other]) => other === name.toLowerCase())) flat.push(name, value);
  for (const [name, value] of set) flat.push(name, value);
  return flat;
}

/** Codes of a kept-alive connection that the target closed as a request was written to it. */
const STALE: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const isStale = (fault: Error) => 'code' in fault && STALE.has(fault.code);

/** Headers of undici as texts; header bytes are Latin-1. */
const latin1Of = (raw: Dispatcher.DispatchController['rawHeaders']): string[] =>
  Array.isArray(raw) ? raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1'))) : [];

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
