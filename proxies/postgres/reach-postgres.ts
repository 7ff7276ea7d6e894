import type { Socket } from 'node:net';
import { encrypted } from '../wire/encrypted.ts';
import { reachServer } from '../wire/reach-server.ts';
import { bodyReader } from './messages.ts';
import { serverTls } from './server-tls.ts';

/** Where PostgreSQL listens by default. */
export const POSTGRES_PORT = 5432;

/** SSLRequest: its length and its code. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A connection to the real server, or why there is none. */
export type Reached = { socket: Socket; fault: null } | { socket: null; fault: string };

const NOT_REACHED: Reached = { socket: null, fault: 'the real server was not reached' };

/**
 * Connects to the real server, by TLS as `sslmode` and `sslrootcert` in its url say (libpq; `disable` by default). It
 * does not connect where the file of `sslrootcert` cannot be read.
 */
export async function reachPostgres(url: URL): Promise<Reached> {
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const isPlain = mode === 'disable' || mode === 'allow';
  const { options, fault } = await serverTls(url);
  if (!isPlain && fault !== null) return { socket: null, fault };
  const socket = await reachServer(url, POSTGRES_PORT);
  if (socket === null) return NOT_REACHED;
  if (isPlain) return { socket, fault: null };
  const isOffered = await offersTls(socket);
  if (!isOffered && mode === 'prefer') return { socket, fault: null };
  if (!isOffered) {
    socket.destroy();
    return NOT_REACHED;
  }
  const secure = await encrypted(socket, { servername: url.hostname, ...options });
  return secure === null ? NOT_REACHED : { socket: secure, fault: null };
}

const offersTls = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.write(TLS_REQUEST);
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(chunk.toString('latin1') === 'S');
    });
    socket.once('close', () => resolve(false));
  });

const SASL = 10;

/**
 * Returns a server's offer of SCRAM without channel binding, which a client without TLS refuses; null if the bytes are
 * not such an offer.
 */
export function withoutChannelBinding(chunk: Buffer): Buffer | null {
  if (chunk[0] !== 0x52 || chunk.length < 9 || chunk.length < chunk.readInt32BE(1) + 1) return null;
  const length = chunk.readInt32BE(1);
  const reader = bodyReader(chunk.subarray(5, 1 + length));
  if (reader.int32() !== SASL) return null;
  const kept: string[] = [];
  for (let name = reader.cstring(); name !== ''; name = reader.cstring()) if (!name.endsWith('-PLUS')) kept.push(name);
  const names = Buffer.from(`${kept.map((name) => `${name}\0`).join('')}\0`);
  const head = Buffer.from([0x52, 0, 0, 0, 0, 0, 0, 0, SASL]);
  head.writeInt32BE(8 + names.length, 1);
  return Buffer.concat([head, names, chunk.subarray(1 + length)]);
}
