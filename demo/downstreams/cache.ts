import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import RedisParser from 'redis-parser';
import type { Downstream } from './orders-database.ts';

type Reply = string | number | null | string[];

/** Starts a small cache that speaks RESP2 (SET, GET, HSET, HGETALL, HDEL, DEL) on a free loopback port. */
export async function startCache(): Promise<Downstream> {
  const values = new Map<string, string>();
  const hashes = new Map<string, Map<string, string>>();
  const sockets = new Set<Socket>();

  const commands: Readonly<Record<string, (...args: string[]) => Reply>> = {
    SET: (key = '', value = '') => {
      values.set(key, value);
      return 'OK';
    },
    GET: (key = '') => values.get(key) ?? null,
    DEL: (...keys) => keys.filter((key) => values.delete(key) || hashes.delete(key)).length,
    HSET: (key = '', field = '', value = '') => {
      const hash = hashes.get(key) ?? new Map<string, string>();
      const isNew = !hash.has(field);
      hashes.set(key, hash.set(field, value));
      return isNew ? 1 : 0;
    },
    HDEL: (key = '', field = '') => (hashes.get(key)?.delete(field) ? 1 : 0),
    HGETALL: (key = '') => [...(hashes.get(key) ?? [])].flat(),
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client may disconnect at any time.
    socket.on('error', () => socket.destroy());
    const parser = new RedisParser({
      returnReply: ([name = '', ...args]: string[]) => {
        const command = commands[name.toUpperCase()];
        socket.write(command ? encoded(command(...args)) : '-ERR unknown command\r\n');
      },
      returnError: () => socket.destroy(),
    });
    socket.on('data', (bytes) => parser.execute(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the cache has no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function encoded(reply: Reply): string {
  if (reply === null) return '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (reply === 'OK') return '+OK\r\n';
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encoded).join('')}`;
}
