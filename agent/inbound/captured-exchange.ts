import { type IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';
import { type CapturedBytes, capturedBytes } from '../core/captured-bytes.ts';
import { rawOfObject, type WireHeaders } from '../core/http-message.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';

/** What went over the wire of a request under way. */
export interface CapturedExchange {
  requestBody: CapturedBytes;
  responseBody: CapturedBytes;
  requestHeaders(): WireHeaders;
  responseHeaders(): WireHeaders;
}

type Push = (this: object, chunk: unknown, encoding?: unknown) => unknown;

/** The body of a response under way. */
interface Outgoing {
  body: CapturedBytes;
  isEnding: boolean;
}

const OUTGOING = Symbol('replay.outgoing');

const outgoingOf = (response: object & { [OUTGOING]?: Outgoing }): Outgoing | undefined => response[OUTGOING];

/** Lets the classes of responses hand on the bodies that are captured; others pass as before. */
export function hookResponses(): void {
  for (const { prototype } of [ServerResponse, Http2ServerResponse]) {
    wrapMethod(prototype, 'write', capturedWrite);
    wrapMethod(prototype, 'end', capturedEnd);
  }
}

const capturedWrite = (write: Method): Method =>
  function (this: object, chunk, encoding, callback) {
    const outgoing = outgoingOf(this);
    // `end` may write its last chunk by `write`.
    if (outgoing !== undefined && !outgoing.isEnding) outgoing.body.add(chunk, encoding);
    return write.call(this, chunk, encoding, callback);
  };

const capturedEnd = (end: Method): Method =>
  function (this: object, chunk, encoding, callback) {
    const outgoing = outgoingOf(this);
    if (outgoing === undefined || outgoing.isEnding) return end.call(this, chunk, encoding, callback);
    outgoing.isEnding = true;
    if (typeof chunk !== 'function') outgoing.body.add(chunk, encoding);
    try {
      return end.call(this, chunk, encoding, callback);
    } finally {
      outgoing.isEnding = false;
    }
  };

/** Captures both bodies as they pass; nothing waits, and the application sees the same streams. */
export function captureExchange(request: IncomingMessage, response: ServerResponse, limit: number): CapturedExchange {
  const requestBody = capturedBytes(limit);
  const responseBody = capturedBytes(limit);

  // Every byte of a body passes `push`, however the application reads it.
  if (mayHaveBody(request)) {
    const incoming = request as unknown as { push: Push }; // its own method, wrapped below
    const push = incoming.push;
    incoming.push = function (chunk, encoding) {
      if (chunk !== null) requestBody.add(chunk, encoding);
      return push.call(this, chunk, encoding);
    };
  }

  const marked: ServerResponse & { [OUTGOING]?: Outgoing } = response;
  marked[OUTGOING] = { body: responseBody, isEnding: false };

  return {
    requestBody,
    responseBody,
    requestHeaders: () => request.rawHeaders,
    responseHeaders: () => {
      // The block as it was sent, in HTTP/1; HTTP/2 has none.
      const block = (response as { _header?: unknown })._header;
      return typeof block === 'string' ? block : rawOfObject(response.getHeaders());
    },
  };
}

/** In HTTP/1 a request without these headers has no body (RFC 9112 6.3). */
const mayHaveBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
