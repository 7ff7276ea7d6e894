import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Downstream, StartDownstream } from '../../proxies/downstream.ts';
import { CAPABILITY } from '../../proxies/mysql/capabilities.ts';
import { greetingPacket } from '../../proxies/mysql/greeting.ts';
import { MAX_HANDSHAKE_BYTES } from '../../proxies/mysql/mock-connection.ts';
import { packet } from '../../proxies/mysql/packets.ts';
import { startMysql } from '../../proxies/mysql/start-mysql.ts';
import { MAX_STARTUP_BYTES } from '../../proxies/postgres/messages.ts';
import { startPostgres } from '../../proxies/postgres/start-postgres.ts';
import { startRedis } from '../../proxies/redis/start-redis.ts';
import { MAX_CONNECTIONS, MAX_MESSAGE_MS, MAX_STARTUP_MS } from '../../proxies/wire/wire-limits.ts';
import { randomBytes, restartRandom } from '../support/test-random.ts';
import { type DownstreamStage, downstreamStage } from './downstream-stage.ts';

/** A protocol as hostile clients use it. */
interface HostileProtocol {
  name: string;
  start: StartDownstream;
  url: string;
  /** How a client starts. */
  opening: Buffer;
  /** What the server says first, if anything. */
  greeting: Buffer | null;
  /** A message that announces more than is ever recorded. */
  huge: Buffer;
  /** The start of a message that is never completed. */
  half: Buffer;
  /** The rest of it. */
  rest: Buffer;
  /** What a refused client reads. */
  refusal: RegExp;
  /** How long a client has to start, ms. */
  startMs: number;
}

const postgresStart = (bytes: number): Buffer => {
  const body = Buffer.alloc(bytes - 4);
  body.writeInt32BE(0x00030000);
  body.write('user\0a\0', 4);
  return Buffer.concat([int32(bytes), body]);
};
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A client of protocol 4.1 without a password, of some bytes. */
function mysqlStart(bytes: number): Buffer {
  const body = Buffer.alloc(bytes);
  body.writeUInt32LE(CAPABILITY.PROTOCOL_41 | CAPABILITY.SECURE_CONNECTION);
  body.write('user', 32);
  return packet(1, body);
}

const PROTOCOLS: readonly HostileProtocol[] = [
  {
    name: 'PostgreSQL',
    start: startPostgres,
    url: 'postgres://127.0.0.1',
    opening: postgresStart(20),
    greeting: null,
    huge: Buffer.concat([Buffer.from('Q'), int32(2 ** 30)]),
    half: Buffer.concat([Buffer.from('Q'), int32(100), Buffer.from('SELECT')]),
    rest: Buffer.alloc(90),
    refusal: /C54000\0/,
    startMs: MAX_STARTUP_MS,
  },
  {
    name: 'Redis',
    start: startRedis,
    url: 'redis://127.0.0.1',
    opening: Buffer.from('*1\r\n$4\r\nPING\r\n'),
    greeting: null,
    huge: Buffer.from('*2\r\n$3\r\nGET\r\n$1073741824\r\n'),
    half: Buffer.from('*2\r\n$3\r\nGET\r\n$100\r\nabc'),
    rest: Buffer.from(`${'d'.repeat(97)}\r\n`),
    refusal: /^-ERR replay: a command is larger/m,
    // Its start is a command like any other.
    startMs: MAX_MESSAGE_MS,
  },
  {
    name: 'MySQL',
    start: startMysql,
    url: 'mysql://127.0.0.1',
    opening: mysqlStart(40),
    greeting: greetingPacket({ version: '8.0.36', charset: 45 }, 1),
    huge: Buffer.from([0xff, 0xff, 0xff, 0]),
    half: Buffer.from([100, 0, 0, 0, 3, ...Buffer.from('SELECT')]),
    rest: Buffer.alloc(93, ' '),
    refusal: /replay: a packet is larger/,
    startMs: MAX_STARTUP_MS,
  },
];

let stage: DownstreamStage;
let opened: Socket[];
beforeAll(() => restartRandom('hostile-traffic'));
beforeEach(() => {
  stage = downstreamStage();
  opened = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of opened) socket.destroy();
  await stage.close();
});

const dial = async ({ port }: { port: number }): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Everything that a connection answers until it ends. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return text;
};

/** A client that has started. */
const dialStarted = async (proxy: Downstream, { opening, greeting }: HostileProtocol): Promise<Socket> => {
  const socket = await dial(proxy);
  if (greeting) await once(socket, 'data');
  socket.write(opening);
  await once(socket, 'data');
  return socket;
};

/** Whether the proxy still serves. */
const serves = (proxy: Downstream, protocol: HostileProtocol): Promise<boolean> =>
  dialStarted(proxy, protocol).then(
    () => true,
    () => false,
  );

describe.for(PROTOCOLS)('hostile clients of a mocked $name', (protocol) => {
  const { start, opening, greeting, huge, half, rest, refusal } = protocol;

  test('are disconnected after random bytes', async () => {
    const proxy = await stage.mock(start);
    for (let at = 0; at < 50; at++) {
      const socket = await dial(proxy);
      socket.end(randomBytes(1 + at * 97));
      await readAll(socket);
      const started = await dial(proxy);
      started.end(Buffer.concat([opening, randomBytes(1 + at * 97)]));
      await readAll(started);
    }
    expect(await serves(proxy, protocol)).toBe(true);
    expect(stage.said.length).toBeLessThan(10);
  });

  test('are refused before they send a huge announced message', async () => {
    const proxy = await stage.mock(start);
    const socket = await dial(proxy);
    socket.write(Buffer.concat([opening, huge]));
    expect(await readAll(socket)).toMatch(refusal);
    expect(await serves(proxy, protocol)).toBe(true);
  });

  test('use little memory with thousands of half messages', async () => {
    const proxy = await stage.mock(start);
    const before = process.memoryUsage().arrayBuffers;
    const sockets = await Promise.all(Array.from({ length: 200 }, () => dialStarted(proxy, protocol)));
    for (const socket of sockets) socket.write(half);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    expect(await serves(proxy, protocol)).toBe(true);
  });

  test.for<[open: boolean, ms: number]>([
    [true, MAX_MESSAGE_MS - 1],
    [false, MAX_MESSAGE_MS],
  ])('are served (%s) %i ms after half a message', async ([isServed, ms]) => {
    const proxy = await stage.mock(start);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await dialStarted(proxy, protocol);
    socket.write(half);
    await timerSet();
    vi.advanceTimersByTime(ms);
    expect(await isAnswered(socket, rest)).toBe(isServed);
  });

  test.for<[open: boolean, ms: number]>([
    [true, protocol.startMs - 1],
    [false, protocol.startMs],
  ])('are served (%s) %i ms after half of their start', async ([isServed, ms]) => {
    const proxy = await stage.mock(start);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await dial(proxy);
    if (greeting) await once(socket, 'data');
    socket.write(opening.subarray(0, 3));
    await timerSet();
    vi.advanceTimersByTime(ms);
    expect(await isAnswered(socket, opening.subarray(3))).toBe(isServed);
  });
});

/** Waits for the proxy's timer, which is the only one. `expect.poll` would advance it. */
async function timerSet(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a client that continues gets an answer; otherwise its connection is closed. */
async function isAnswered(socket: Socket, bytes: Buffer): Promise<boolean> {
  if (socket.closed) return false;
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
    socket.write(bytes);
  });
}

describe.for(PROTOCOLS)('traffic other than $name', ({ start, url, opening, greeting }) => {
  test('passes unchanged in both directions, and is not recorded', async () => {
    const [asked, answered] = [randomBytes(300_000), randomBytes(300_000)];
    let received = Buffer.alloc(0);
    const server = createServer((accepted) => {
      accepted.on('error', () => {});
      if (greeting) accepted.write(greeting);
      accepted.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length === opening.length + asked.length) accepted.end(answered);
      });
    });
    const proxy = await stage.record(start, `${url}:${await portOf(server)}/`);
    const socket = await dial(proxy);
    const text = readAll(socket);
    socket.write(opening);
    for (let at = 0; at < asked.length; at += 10_000) socket.write(asked.subarray(at, at + 10_000));
    const expected = Buffer.concat([greeting ?? Buffer.alloc(0), answered]);
    expect(Buffer.from(await text, 'latin1').equals(expected)).toBe(true);
    expect(received.equals(Buffer.concat([opening, asked]))).toBe(true);
    server.close();
    await stage.settled();
    expect(stage.calls).toEqual([]);
    // Random bytes may look like a start without an end, or like a long message.
    const lost = 'db: a connection could not be followed; it continues without being recorded';
    const long = 'db: a call larger than 1024 KiB was passed on and left out';
    expect([[], [lost], [long]]).toContainEqual(stage.said);
  });
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // it listens on TCP
}

describe('the limits of connections', () => {
  test.for<[served: boolean, bytes: number]>([
    [true, MAX_STARTUP_BYTES],
    [false, MAX_STARTUP_BYTES + 1],
  ])('serve (%s) a PostgreSQL client whose start has %i bytes', async ([isServed, bytes]) => {
    const socket = await dial(await stage.mock(startPostgres));
    expect(await isAnswered(socket, postgresStart(bytes + 4))).toBe(isServed);
  });

  test.for<[served: boolean, bytes: number]>([
    [true, MAX_HANDSHAKE_BYTES],
    [false, MAX_HANDSHAKE_BYTES + 1],
  ])('serve (%s) a MySQL client whose start has %i bytes', async ([isServed, bytes]) => {
    const socket = await dial(await stage.mock(startMysql));
    const answers = readAll(socket);
    socket.end(mysqlStart(bytes));
    // The greeting is followed by OK or an error.
    expect((await answers).slice(greetingPacket({ version: '8.0.36', charset: 255 }, 1).length)[4] === '\0').toBe(
      isServed,
    );
  });

  test('close a connection beyond the maximum', async () => {
    const proxy = await stage.mock(startPostgres);
    const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => dial(proxy)));
    const last = sockets.at(-1);
    expect(last && (await isAnswered(last, postgresStart(20)))).toBe(true);
    const another = await dial(proxy);
    expect(await isAnswered(another, postgresStart(20))).toBe(false);
    expect(stage.said).toEqual([`db: more than ${MAX_CONNECTIONS} connections; others are closed`]);
  });
});
