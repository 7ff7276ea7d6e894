import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CapturedBytes, capturedBytes } from '../core/captured-bytes.ts';
import { rawOfObject, type WireHeaders } from '../core/http-message.ts';

/** What went over the wire of a request under way. */
export interface CapturedExchange {
  requestBody: CapturedBytes;
  responseBody: CapturedBytes;
  requestHeaders(): WireHeaders;
  responseHeaders(): WireHeaders;
}

type Push = (this: object, chunk: unknown, encoding?: unknown) => unknown;
type Write = (this: object, chunk?: unknown, encoding?: unknown, callback?: unknown) => unknown;

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

  const outgoing = response as unknown as { write: Write; end: Write }; // as above
  const { write, end } = outgoing;
  let isEnding = false;
  outgoing.write = function (chunk, encoding, callback) {
    // `end` may write its last chunk by `write`.
    if (!isEnding) responseBody.add(chunk, encoding);
    return write.call(this, chunk, encoding, callback);
  };
  outgoing.end = function (chunk, encoding, callback) {
    if (isEnding) return end.call(this, chunk, encoding, callback);
    isEnding = true;
    if (typeof chunk !== 'function') responseBody.add(chunk, encoding);
    try {
      return end.call(this, chunk, encoding, callback);
    } finally {
      isEnding = false;
    }
  };

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
