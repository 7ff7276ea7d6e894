import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { wrapMethod } from '../core/wrap-method.ts';

/** Runs the application's handlers for a request: at once, or later. */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse, serve: () => void) => void;

/**
 * Hands every request that a server of `http`, `https` or `http2` receives to `take`, before the application sees it.
 */
export function hookServers(take: ServeRequest): void {
  const once = onceTaken(take);
  wrapMethod(http.Server.prototype, 'emit', (emit) => emitting(emit, once));
  wrapMethod(https.Server.prototype, 'emit', (emit) => emitting(emit, once));
  for (const name of ['createServer', 'createSecureServer']) {
    wrapMethod(
      http2,
      name,
      (create) =>
        function createServer(this: object, ...args: unknown[]) {
          // Its handler listens from its construction on, which an own `emit` covers as well.
          const server = create.apply(this, args) as object; // a server
          wrapMethod(server, 'emit', (emit) => emitting(emit, once));
          return server;
        },
    );
  }
  syncBuiltinESMExports();
}

type Emit = (this: object, ...args: unknown[]) => unknown;

/** Marks requests that were taken: a server may hand them on to another one. */
const TAKEN = Symbol('replay.taken');

const emitting = (emit: Emit, take: ServeRequest): Emit =>
  function (this: object, ...args: unknown[]) {
    const [event, request, response] = args;
    if (event !== 'request' || typeof request !== 'object' || request === null) return emit.apply(this, args);
    // Of a 'request' event.
    take(request as IncomingMessage, response as ServerResponse, () => emit.apply(this, args));
    return true;
  };

/** Takes a request once; after that it is served as it is. */
export const onceTaken =
  (take: ServeRequest): ServeRequest =>
  (request, response, serve) => {
    const marked: object & { [TAKEN]?: true } = request;
    if (marked[TAKEN]) return serve();
    marked[TAKEN] = true;
    take(request, response, serve);
  };
