import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { encrypted } from '../wire/encrypted.ts';
import { reachServer } from '../wire/reach-server.ts';
import { bodyReader } from './messages.ts';

/** Where PostgreSQL listens by default. */
export const POSTGRES_PORT = 5432;

/** SSLRequest: its length and its code. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const VERIFIED = /^verify-(?:ca|full)$/;

/**
 * Connects to the real server, by TLS as `sslmode` in its url says (libpq; `disable` by default); null if it cannot be
 * reached so.
 */
export async function reachPostgres(url: URL): Promise<Socket | null> {
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const socket = await reachServer(url, POSTGRES_PORT);
  if (socket === null || mode === 'disable' || mode === 'allow') return socket;
  const isOffered = await offersTls(socket);
  if (!isOffered && mode === 'prefer') return socket;
  if (!isOffered) {
    socket.destroy();
    return null;
  }
  const authority = url.searchParams.get('sslrootcert');
  const ca = authority === null ? undefined : await readFile(authority).catch(() => undefined);
  return encrypted(socket, {
    servername: url.hostname,
    rejectUnauthorized: VERIFIED.test(mode),
    ca,
    // `verify-ca` checks who signed the certificate, not whom it names.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  });
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
 * no such offer.
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
