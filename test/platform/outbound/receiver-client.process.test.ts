import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { guardedConnector } from '../../../functions/platform/outbound/guarded-connect.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { postToReceiver } from '../../../functions/platform/outbound/receiver-client.ts';
import type { ReceiverPost } from '../../../functions/platform/outbound/receiver-outcome.ts';
import type { Log } from '../../../functions/platform/world.ts';
import {
  type Behaviour,
  deadTarget,
  type HostileTarget,
  hostile,
  hostileTarget,
} from '../../support/fakes/hostile-target.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function receiver(behave: Behaviour): Promise<HostileTarget> {
  const started = await hostileTarget(behave);
  closing.push(started.close);
  return started;
}

const policy = egressPolicy({ mode: 'standalone', allow: [], deny: ['10.9.9.9'], denyPorts: [] });
const http = outboundHttp({ policy, log: silent });

const message = (url: string, change: Partial<ReceiverPost> = {}): ReceiverPost => ({
  request: { url, headers: [['Content-Type', 'application/json; charset=utf-8']], body: '{"回":1}' },
  maxAnswerBytes: 64 * 1024,
  mayWrite: async () => true,
  ...change,
});

/** Limits that no test waits for. */
const LONG = { connect: 120_000, headers: 120_000, whole: 120_000 };

/** The same exchange with timeouts that are short enough for a test. */
function postQuickly(
  url: string,
  change: Partial<ReceiverPost> = {},
  times = { connect: 150, headers: 150, whole: 300 },
) {
  const lookup = async () => [];
  const connector = guardedConnector(policy, {
    lookup,
    connect: buildConnector,
    timeoutMs: times.connect,
    onDenial() {},
  });
  return postToReceiver(connector, new URL(url).origin, message(url, change), times);
}

describe('a POST to a receiver (facts: delivery 2.2)', () => {
  test('is sent once over a new connection', async () => {
    const { url, heads, connections, abandoned } = await receiver(hostile.plain('{"code":0}'));
    for (let count = 1; count <= 2; count++) {
      const outcome = await http.post(message(`${url}/hook/%7e?sign=a%2Bb`));
      expect(outcome).toMatchObject({ kind: 'answer', answer: { status: 200, body: '{"code":0}', retryAfter: null } });
      expect(connections()).toBe(count);
    }
    expect(heads[0]?.split('\r\n')).toEqual(
      expect.arrayContaining([
        'POST /hook/%7e?sign=a%2Bb HTTP/1.1',
        'Content-Type: application/json; charset=utf-8',
        'connection: close',
        'content-length: 9',
      ]),
    );
    await abandoned();
  });

  test.for([
    [
      'a redirect is an answer and leads nowhere',
      'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n',
      302,
      null,
    ],
    ['an interim answer is skipped', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', 204, null],
    ['Retry-After is kept', 'HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\ncontent-length: 0\r\n\r\n', 429, '7'],
  ] as const)('reads answers: %s', async ([, raw, status, retryAfter]) => {
    const { url, heads } = await receiver(hostile.raw(raw));
    expect(await http.post(message(url))).toMatchObject({ kind: 'answer', answer: { status, retryAfter } });
    expect(heads).toHaveLength(1);
  });

  test('leaves an answer of gigabytes unread if it is not needed, and cuts it otherwise', async () => {
    const { url, bytesSent, abandoned } = await receiver(hostile.sendsGigabytes);
    expect(await http.post(message(url, { maxAnswerBytes: 0 }))).toMatchObject({ answer: { status: 200, body: '' } });
    const cut = await http.post(message(url, { maxAnswerBytes: 1000 }));
    expect(cut).toMatchObject({ answer: { status: 200, body: 'a'.repeat(1000) } });
    await abandoned();
    expect(bytesSent()).toBeLessThan(32 * 1024 * 1024);
  });
});

describe('the outcome of a POST to a receiver (facts: delivery 3.2)', () => {
  test('is not written without a listener, and mayWrite is not called', async () => {
    let asked = 0;
    const mayWrite = async () => ++asked > 0;
    const outcome = await http.post(message(await deadTarget(), { mayWrite }));
    expect(outcome).toMatchObject({ kind: 'no-answer', written: false, failure: 'refused' });
    expect(asked).toBe(0);
  });

  test('is not written if the egress policy denies it', async () => {
    const outcome = await http.post(message('http://10.9.9.9/hook'));
    expect(outcome).toMatchObject({ kind: 'no-answer', written: false, failure: 'refused' });
  });

  test.for([
    ['fails', (socket: Socket) => void socket.end('no TLS here'), 'tls', LONG.connect],
    ['never ends', () => {}, 'timeout', 150],
  ] as const)('is not written for a TLS handshake that %s', async ([, behave, failure, connect]) => {
    const server = createServer(behave).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const { port } = server.address() as { port: number }; // it listens on a port
    const outcome = await postQuickly(`https://127.0.0.1:${port}/`, {}, { ...LONG, connect });
    expect(outcome).toMatchObject({ kind: 'no-answer', written: false, failure });
  });

  test('is withdrawn between connecting and writing, without a byte', async () => {
    const { url, heads, connections, abandoned } = await receiver(hostile.plain('ok'));
    const outcome = await http.post(message(url, { mayWrite: async () => false }));
    expect(outcome).toMatchObject({ kind: 'withdrawn' });
    await abandoned();
    expect({ heads, connections: connections() }).toEqual({ heads: [], connections: 1 });
  });

  test('is a fault of mayWrite, and nothing is written', async () => {
    const { url, heads, abandoned } = await receiver(hostile.plain('ok'));
    const fault = new Error('the table is gone');
    await expect(http.post(message(url, { mayWrite: () => Promise.reject(fault) }))).rejects.toBe(fault);
    await abandoned();
    expect(heads).toEqual([]);
  });

  test.for([
    ['resets', hostile.resets],
    ['closes', hostile.closes],
    ['garbles', hostile.raw('nonsense\r\n\r\n')],
    ['resets in the middle of the answer', hostile.resetsAfter('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf')],
    ['sends endless headers', hostile.sendsHugeHeaders],
    ['floods with interim answers', hostile.floodsInterim],
  ] as const)('is written for a receiver that %s', async ([, behave]) => {
    const { url } = await receiver(behave);
    expect(await http.post(message(url))).toMatchObject({ kind: 'no-answer', written: true });
  });

  test.for([
    // The other limits are longer than the test may take.
    ['hangs', hostile.hangs, { headers: 150 }],
    ['drips headers', hostile.dripsHeaders, { headers: 150 }],
    ['drips a body that is looked at', hostile.dripsBody, { whole: 300 }],
  ] as const)('is a timeout for a receiver that %s', async ([, behave, short]) => {
    const { url, abandoned } = await receiver(behave);
    const outcome = await postQuickly(`${url}/`, {}, { ...LONG, ...short });
    expect(outcome).toMatchObject({ kind: 'no-answer', written: true, failure: 'timeout' });
    await abandoned();
  });
});
