import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallClues } from '../downstream.ts';

/** Where the application wants an HTTP call to go. */
export interface CalledService {
  /** The `target` of the recorded call: the configured name, else the authority. */
  name: string;
  url: URL;
  /** Path and query to request there. */
  path: string;
  /** The `Host` that the application sent is passed on; otherwise it is that of `url`. */
  keepsHost: boolean;
}

/** What an HTTP call carries of its request. */
export const cluesOf = ({ headers }: IncomingMessage): CallClues => ({
  replayId: headers['x-replay-id']?.toString(),
  traceparent: headers.traceparent?.toString(),
  baggage: headers.baggage?.toString(),
  tracestate: headers.tracestate?.toString(),
});

/** Finds the service of `/<name>/…`; null if there is none of this name. */
export function namedService(url: string, downstream: ReadonlyMap<string, URL>): CalledService | null {
  const [, name = '', path = ''] = /^\/([^/?]+)(.*)$/s.exec(url) ?? [];
  const callee = downstream.get(name);
  return callee === undefined
    ? null
    : { name, url: callee, path: path.startsWith('/') ? path : `/${path}`, keepsHost: false };
}

/** Answers a call of a name that is not configured. */
export function answerUnknownName(response: ServerResponse, downstream: ReadonlyMap<string, URL>): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`replay: no --downstream of this name; there are: ${[...downstream.keys()].join(', ')}\n`);
}
