import type { Socket } from 'node:net';
import { encrypted } from '../wire/encrypted.ts';
import { reachServer } from '../wire/reach-server.ts';

/** Where Redis listens by default. */
const REDIS_PORT = 6379;

/** Connects to the real server, by TLS for `rediss:`; resolves with null if it cannot be reached. */
export async function reachRedis(url: URL): Promise<Socket | null> {
  const socket = await reachServer(url, REDIS_PORT);
  if (socket === null || url.protocol !== 'rediss:') return socket;
  return encrypted(socket, { servername: url.hostname });
}
