import { type IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';
import { CapturedBytes } from '../core/captured-bytes.ts';
import { rawOfObject, type WireHeaders } from '../core/http-message.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';

/** The bodies of a request under way. */
export interface CapturedExchange {
  /** Null: the request has no body. */
  requestBody: CapturedBytes | null;
  responseBody: CapturedBytes;
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
  const requestBody = mayHaveBody(request) ? capturedRequest(request, limit) : null;
  const responseBody = new CapturedBytes(limit);
  const marked: ServerResponse & { [OUTGOING]?: Outgoing } = response;
  marked[OUTGOING] = { body: responseBody, isEnding: false };
  return { requestBody, responseBody };
}

/** Every byte of a body passes `push`, however the application reads it. */
function capturedRequest(request: IncomingMessage, limit: number): CapturedBytes {
  const body = new CapturedBytes(limit);
  const incoming = request as unknown as { push: Push }; // its own method, wrapped below
  const push = incoming.push;
  incoming.push = function (chunk, encoding) {
    if (chunk !== null) body.add(chunk, encoding);
    return push.call(this, chunk, encoding);
  };
  return body;
}

/** The headers of a response that was sent: the block as it was sent, in HTTP/1; HTTP/2 has none. */
export function sentHeaders(response: ServerResponse): WireHeaders {
  const block = (response as { _header?: unknown })._header;
  return typeof block === 'string' ? block : rawOfObject(response.getHeaders());
}

/** In HTTP/1 a request without these headers has no body (RFC 9112 6.3). */
const mayHaveBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
