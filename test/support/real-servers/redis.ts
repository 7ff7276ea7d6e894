import { freePort } from '../free-port.ts';
import { isMissing, programPath } from './programs.ts';
import { type RealServer, startServer } from './server-process.ts';

export const hasNoRedis = (): boolean => isMissing('Redis', 'redis-server');

/** Starts a Redis server that keeps nothing on disk. */
export async function startRedisServer(): Promise<RealServer> {
  const port = await freePort();
  return startServer(
    programPath('redis-server') ?? 'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { port, ready: /Ready to accept connections/ },
  );
}
