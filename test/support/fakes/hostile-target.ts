import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Behaviour of a target after it has received the head of a request. `seen` counts from 1 per connection. */
export type Behaviour = (socket: Socket, head: string, seen: number) => void;

/** A server on loopback that sends raw bytes, with a record of its requests. */
export interface HostileTarget {
  url: string;
  /** Heads of requests, in order of arrival. */
  heads: string[];
  connections: () => number;
  /** Number of bytes sent. */
  bytesSent: () => number;
  /** Resolves when no client is connected. */
  abandoned: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a target that responds by `behave`, even if it violates HTTP. */
export async function hostileTarget(behave: Behaviour): Promise<HostileTarget> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytesOfClosed = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let pending = '';
    let seen = 0;
    // A client that disconnects during a transfer is expected in these tests.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      bytesOfClosed += socket.bytesWritten;
      sockets.delete(socket);
      server.emit('left');
    });
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        pending = pending.slice(end + 4 + length);
        heads.push(head);
        seen += 1;
        behave(socket, head, seen);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the target has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    heads,
    connections: () => connections,
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, bytesOfClosed),
    async abandoned() {
      while (sockets.size > 0) await once(server, 'left');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A loopback port without a listener. */
export async function deadTarget(): Promise<string> {
  const target = await hostileTarget(() => {});
  await target.close();
  return target.url;
}

const MIB = 1024 * 1024;

const ok = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n`;

/**
 * Sends a piece repeatedly until `most` bytes are sent or the client disconnects, without exceeding the socket's
 * buffer.
 */
function pour(socket: Socket, piece: Buffer, max: number) {
  let left = max;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length;
      if (!socket.write(piece)) return void socket.once('drain', more);
    }
  };
  more();
}

/** Repeats a piece at an interval until the client disconnects. */
function drip(socket: Socket, piece: string, everyMs: number) {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** An endless gzip body of few bytes: consecutive members of 8 MiB zeros each. */
const gzipMember = gzipSync(Buffer.alloc(8 * MIB));

/** Known and possible behaviours of targets. */
export const hostile = {
  plain: (body: string) => (socket: Socket) => void socket.write(`${ok(`content-length: ${body.length}\r\n`)}${body}`),
  raw: (answer: string | Buffer) => (socket: Socket) => void socket.write(answer),
  rawThenClose: (answer: string) => (socket: Socket) => void socket.end(answer),
  encoded: (coding: string, body: Buffer) => (socket: Socket) =>
    void socket.write(
      Buffer.concat([Buffer.from(ok(`content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n`)), body]),
    ),
  resets: (socket: Socket) => void socket.resetAndDestroy(),
  closes: (socket: Socket) => void socket.destroy(),
  resetsAfter: (answer: string) => (socket: Socket) =>
    void socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  hangs: () => {},
  dripsBody: (socket: Socket) => {
    socket.write(ok('content-length: 100000\r\n'));
    drip(socket, 'x', 10);
  },
  dripsHeaders: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x-slow: 1\r\n', 10);
  },
  floodsInterim: (socket: Socket) =>
    pour(socket, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2000)), 5 * 1024 * MIB),
  sendsGigabytes: (socket: Socket) => {
    socket.write(ok(`content-length: ${5 * 1024 * MIB}\r\n`));
    pour(socket, Buffer.alloc(64 * 1024, 'a'), 5 * 1024 * MIB);
  },
  sendsTinyChunks: (socket: Socket) => {
    socket.write(ok('transfer-encoding: chunked\r\n'));
    pour(socket, Buffer.from('1\r\na\r\n'.repeat(10_000)), 1024 * MIB);
  },
  sendsHugeHeaders: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, Buffer.from(`x-huge: ${'h'.repeat(8000)}\r\n`), 1024 * MIB);
  },
  bombs: (socket: Socket) => {
    socket.write(ok('content-encoding: gzip\r\ntransfer-encoding: chunked\r\n'));
    const chunk = Buffer.concat([
      Buffer.from(`${gzipMember.length.toString(16)}\r\n`),
      gzipMember,
      Buffer.from('\r\n'),
    ]);
    pour(socket, chunk, 5 * 1024 * MIB);
  },
} satisfies Record<string, Behaviour | ((...facts: never[]) => Behaviour)>;
