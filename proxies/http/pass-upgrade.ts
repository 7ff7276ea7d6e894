import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { only } from '../../functions/platform/outbound/connect.ts';
import { addressesOf, type Destinations, REFUSED_TEXT } from './destinations.ts';
import { endToEndHeaders } from './hop-headers.ts';
import { type Pseudonym, withVia } from './via.ts';

/** Protocols that connections are upgraded to; a request for another one (`h2c`) is an ordinary request. */
export const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

export interface UpgradeOptions {
  target: URL;
  path: string;
  keepsHost?: boolean | undefined;
  via: Pseudonym;
  destinations: Destinations;
}

/**
 * Passes a request for an upgrade to the target and connects both sides, as they are, until one of them closes.
 * Resolves when the upgraded connection has ended; false if the target did not upgrade it. A target that refuses is
 * passed on and the connection closed; a destination that the proxy refuses is answered with 403.
 */
export async function passUpgrade(
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { target, path, keepsHost = false, via, destinations }: UpgradeOptions,
): Promise<boolean> {
  // A client that goes away in the meantime must not end the process.
  client.on('error', () => client.destroy());
  const addresses = await addressesOf(destinations, target);
  if (addresses === 'refused') {
    client.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${REFUSED_TEXT}`);
    return false;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const start = target.protocol === 'https:' ? requestHttps : requestHttp;
  const outbound = start({
    host: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    lookup: only(addresses === 'unknown' ? [] : addresses),
    method: incoming.method,
    path: `${target.pathname.replace(/\/$/, '')}${path}`,
    headers: [
      ...withVia(endToEndHeaders(incoming.rawHeaders), incoming.httpVersion, via).filter(
        ([name]) => name.toLowerCase() !== 'host',
      ),
      ['host', (keepsHost && incoming.headers.host) || target.host],
      ['connection', 'Upgrade'],
      ['upgrade', incoming.headers.upgrade ?? ''],
    ].flat(),
    setDefaultHeaders: false,
    agent: false,
  });
  const end = (upgraded: boolean) => {
    client.destroy();
    outbound.destroy();
    resolve(upgraded);
  };
  client.on('error', () => end(false));
  client.on('close', () => end(false));
  outbound.on('error', () => {
    if (client.writable) client.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    resolve(false);
  });
  outbound.on('response', (answer) => {
    client.write(headText(answer, [['connection', 'close']]));
    answer.pipe(client);
    answer.on('error', () => end(false));
  });
  outbound.on('upgrade', (answer, server, first) => {
    client.write(
      headText(answer, [
        ['connection', 'Upgrade'],
        ['upgrade', answer.headers.upgrade ?? ''],
      ]),
    );
    if (first.length > 0) server.unshift(first);
    if (head.length > 0) client.unshift(head);
    server.on('error', () => end(true));
    server.on('close', () => end(true));
    client.removeAllListeners('close').on('close', () => {
      server.destroy();
      resolve(true);
    });
    server.pipe(client);
    client.pipe(server);
  });
  outbound.end();
  return promise;
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage, added: [string, string][]): Buffer {
  const lines = [...endToEndHeaders(rawHeaders), ...added].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${statusCode ?? 502} ${statusMessage ?? ''}\r\n${lines.join('')}\r\n`, 'latin1');
}
