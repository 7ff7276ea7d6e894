import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { EGRESS_DENIED } from '../../functions/platform/outbound/connection-failure.ts';
import { connectionCode, connectionWords } from '../../functions/platform/outbound/connection-words.ts';
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

/**
 * Streams a request to the target and the response back; resolves with the exchange, or null if it did not complete. A
 * target that cannot be reached is answered with 502, and one that the proxy refuses with 403.
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, path, keepsHost = false, set, body: readBody, maxBodyBytes, budget, connections, via, now }: ForwardOptions,
): Promise<Exchange | null> {
  const method = incoming.method ?? 'GET';
  const startedAt = now();
  const began = performance.now();
  // As the application sees it: the addresses in its answers follow from its own Host.
  const requestHeaders = endToEndHeaders(incoming.rawHeaders).map(([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    if (lower === 'accept-encoding') return [name, readableCodings(value)];
    return lower === 'host' && !keepsHost ? [name, target.host] : [name, value];
  });
  const capturedRequest = capturedBody(maxBodyBytes, budget);
  const capturedResponse = capturedBody(maxBodyBytes, budget);
  const { promise, resolve } = Promise.withResolvers<Exchange | null>();
  let abort = () => {};

  const lose = (isRefused = false, reason = '') => {
    capturedRequest.release();
    capturedResponse.release();
    if (!outgoing.headersSent) {
      outgoing.writeHead(isRefused ? 403 : 502, { 'content-type': 'text/plain; charset=utf-8' });
      outgoing.end(isRefused ? REFUSED_TEXT : `replay: the target was not reached${reason && `: ${reason}`}\n`);
    } else if (!outgoing.writableFinished) outgoing.destroy();
    resolve(null);
  };

  const handlerOf = (onStale: (() => void) | null): Dispatcher.DispatchHandler => {
    let status = 0;
    let responseHeaders: [string, string][] = [];
    let hasBodyBegun = false;
    return {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new Error('the client closed the connection'));
      },
      onResponseStart: (controller, code, _, message) => {
        // Only 101 matters of informational responses, and upgrades take another way.
        if (code < 200) return;
        status = code;
        responseHeaders = endToEndHeaders(latin1Of(controller.rawHeaders));
        outgoing.sendDate = false;
        outgoing.writeHead(code, message ?? '', withVia(responseHeaders, '1.1', via).flat());
        const { socket } = outgoing;
        socket?.cork();
        // What arrived with the headers leaves with them; otherwise the headers leave alone, as those of events do.
        queueMicrotask(() => {
          socket?.uncork();
          if (!hasBodyBegun && !outgoing.writableEnded) outgoing.flushHeaders();
        });
      },
      onResponseData: (controller, chunk) => {
        hasBodyBegun = true;
        capturedResponse.add(chunk);
        if (outgoing.write(chunk)) return;
        controller.pause();
        outgoing.once('drain', () => controller.resume());
      },
      onResponseEnd: (controller) => {
        const trailers = latin1Of(controller.rawTrailers);
        if (trailers.length > 0) outgoing.addTrailers(pairsOf(trailers));
        const durationMs = Math.round(performance.now() - began);
        outgoing.end(() =>
          resolve({
            method,
            path,
            requestHeaders,
            requestBody: capturedRequest,
            status,
            responseHeaders,
            responseBody: capturedResponse,
            startedAt,
            durationMs,
          }),
        );
      },
      onResponseError: (_, fault) => {
        if (onStale !== null && status === 0 && isStale(fault) && !outgoing.destroyed) onStale();
        else lose('code' in fault && fault.code === EGRESS_DENIED, connectionWords(connectionCode(fault)));
      },
    };
  };

  const headers = sentHeaders(withVia(requestHeaders, incoming.httpVersion, via), set);
  const send = (body: Buffer | AsyncIterable<Buffer> | null, mayRepeat: boolean) => {
    try {
      connections.of(method).dispatch(
        {
          origin: target.origin,
          path: `${target.pathname.replace(/\/$/, '')}${path}`,
          method,
          headers,
          // undici reads async iterables as well; its types do not say so.
          body: body as Buffer | null,
        },
        handlerOf(mayRepeat ? () => send(body, false) : null),
      );
    } catch {
      // undici refuses what HTTP/1.1 cannot carry, such as a path with a blank
      lose();
    }
  };

  outgoing.once('close', () => {
    if (outgoing.writableFinished) return;
    abort();
    lose();
  });
  const body = readBody === undefined ? requestBody(incoming, capturedRequest) : readBody.length > 0 ? readBody : null;
  if (body instanceof Promise)
    body.then(
      (bytes) => send(bytes, SAFE_METHODS.has(method)),
      () => lose(),
    );
  else send(body, (body === null || body === readBody) && SAFE_METHODS.has(method));
  return promise;
}

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
