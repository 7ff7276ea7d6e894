import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { type Budget, type CapturedBody, capturedBody } from './captured-body.ts';
import { endToEndHeaders } from './hop-headers.ts';

/** A forwarded exchange, as it was on the wire. */
export interface Exchange {
  method: string;
  /** Path and query. */
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
  /** Headers that replace the request's own. */
  set: readonly (readonly [string, string])[];
  maxBodyBytes: number;
  budget: Budget;
  now(): number;
}

/** RFC 9110 9.2.1. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Streams a request to the target and the response back; resolves with the exchange, or null if it did not complete.
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: ForwardOptions,
): Promise<Exchange | null> {
  const { target, path, set, maxBodyBytes, budget, now } = options;
  const startedAt = now();
  const began = performance.now();
  // As the application sees it: the addresses in its answers follow from its own Host.
  const requestHeaders = endToEndHeaders(incoming.rawHeaders).map(([name, value]): [string, string] => [
    name,
    name.toLowerCase() === 'host' ? target.host : value,
  ]);
  const replaced = new Set([...set.map(([name]) => name), 'host']);
  const sent = [
    ...requestHeaders.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...set,
    ['host', target.host] as const,
  ];
  const requestBody = capturedBody(maxBodyBytes, budget);
  const responseBody = capturedBody(maxBodyBytes, budget);

  return new Promise((resolve) => {
    const lost = () => {
      requestBody.release();
      responseBody.release();
      resolve(null);
    };
    const start = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outbound = start({
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method: incoming.method,
      path: `${target.pathname.replace(/\/$/, '')}${path}`,
      headers: sent.flat(),
      setDefaultHeaders: false,
      // The target may close a reused connection just as a request is written to it. What changes something is sent once.
      agent: SAFE_METHODS.has(incoming.method ?? '') ? undefined : false,
    });
    incoming.on('data', (chunk: Buffer) => requestBody.add(chunk));
    // `asked` reports its end.
    pipeline(incoming, outbound, () => {});
    outbound.on('error', () => {
      if (!outgoing.headersSent) {
        outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
        outgoing.end('replay record: the target was not reached\n');
      } else outgoing.destroy();
      lost();
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) outbound.destroy();
    });
    outbound.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      const responseHeaders = endToEndHeaders(answer.rawHeaders);
      outgoing.sendDate = false;
      outgoing.writeHead(status, answer.statusMessage ?? '', responseHeaders.flat());
      answer.on('data', (chunk: Buffer) => responseBody.add(chunk));
      pipeline(answer, outgoing, (fault) => {
        if (fault) return lost();
        resolve({
          method: incoming.method ?? 'GET',
          path: incoming.url ?? '/',
          requestHeaders,
          requestBody,
          status,
          responseHeaders,
          responseBody,
          startedAt,
          durationMs: Math.round(performance.now() - began),
        });
      });
    });
  });
}
