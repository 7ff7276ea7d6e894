import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A cache that speaks RESP 2, with the commands that the tests use. */
export interface TinyRedis {
  port: number;
  close(): Promise<void>;
}

type Reply = string | number | null | Buffer | Error | Reply[];

/** Starts a cache on a free port. */
export async function tinyRedis(): Promise<TinyRedis> {
  const texts = new Map<string, Buffer>();
  const hashes = new Map<string, Map<string, string>>();
  const sockets = new Set<Socket>();

  const commands: Record<string, (args: Buffer[]) => Reply> = {
    PING: () => 'PONG',
    INFO: () => Buffer.from('redis_version:7.0.0\r\nloading:0\r\n'),
    GET: ([key]) => texts.get(String(key)) ?? null,
    SET: ([key, value]) => {
      texts.set(String(key), value ?? Buffer.alloc(0));
      return 'OK';
    },
    INCR: ([key]) => {
      const next = Number(texts.get(String(key)) ?? 0) + 1;
      if (!Number.isInteger(next)) return new Error('ERR value is not an integer or out of range');
      texts.set(String(key), Buffer.from(String(next)));
      return next;
    },
    HSET: ([key, ...pairs]) => {
      const hash = hashes.get(String(key)) ?? new Map();
      for (let at = 0; at < pairs.length; at += 2) hash.set(String(pairs[at]), String(pairs[at + 1]));
      hashes.set(String(key), hash);
      return pairs.length / 2;
    },
    HGETALL: ([key]) => [...(hashes.get(String(key)) ?? [])].flat().map((one) => Buffer.from(one)),
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let queued: Buffer[][] | null = null;
    const run = ([name = Buffer.alloc(0), ...args]: Buffer[]): Reply =>
      (commands[String(name).toUpperCase()] ?? (() => 'OK'))(args);
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const read = commandIn(rest);
        if (read === null) return;
        rest = rest.subarray(read.length);
        const name = String(read.parts[0]).toUpperCase();
        if (name === 'MULTI') {
          queued = [];
          socket.write(written('OK'));
        } else if (name === 'EXEC') {
          const replies = (queued ?? []).map(run);
          queued = null;
          socket.write(written(replies));
        } else if (queued) {
          queued.push(read.parts);
          socket.write(written('QUEUED'));
        } else socket.write(written(run(read.parts)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The first whole command of the bytes: an array of bulk strings. */
function commandIn(bytes: Buffer): { parts: Buffer[]; length: number } | null {
  let at = 0;
  const line = (): string | null => {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const text = bytes.toString('latin1', at, end);
    at = end + 2;
    return text;
  };
  const count = line();
  if (count === null) return null;
  const parts: Buffer[] = [];
  for (let index = 0; index < Number(count.slice(1)); index++) {
    const size = line();
    if (size === null || bytes.length < at + Number(size.slice(1)) + 2) return null;
    parts.push(Buffer.from(bytes.subarray(at, at + Number(size.slice(1)))));
    at += Number(size.slice(1)) + 2;
  }
  return { parts, length: at };
}

function written(reply: Reply): Buffer {
  if (reply === null) return Buffer.from('$-1\r\n');
  if (typeof reply === 'number') return Buffer.from(`:${reply}\r\n`);
  if (typeof reply === 'string') return Buffer.from(`+${reply}\r\n`);
  if (reply instanceof Error) return Buffer.from(`-${reply.message}\r\n`);
  if (Array.isArray(reply)) return Buffer.concat([Buffer.from(`*${reply.length}\r\n`), ...reply.map(written)]);
  return Buffer.concat([Buffer.from(`$${reply.length}\r\n`), reply, Buffer.from('\r\n')]);
}
