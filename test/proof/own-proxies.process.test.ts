import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { openGateway } from '../../functions/platform/standalone/gateway/gateway.ts';
import { isOwnUser } from '../../functions/platform/standalone/gateway/own-user.ts';
import { type Destinations, destinations } from '../../proxies/http/destinations.ts';
import { forwardProxy } from '../../proxies/http/forward-proxy.ts';
import { mockHttp } from '../../proxies/http/mock-http.ts';
import { ANYWHERE, recorderStage } from '../cli/record/recorder-stage.ts';

const { cleanUps, listen, target, record, raw } = recorderStage();
const LINUX = process.platform === 'linux';

/** `own`: the service takes the request for one of its own user; `other`: it does not; else the status. */
type Answer = 'own' | 'other' | 403 | 421;

let asked = 0;
let service = '';

/** What the service trusts of a connection: its owner and its Host. */
beforeEach(async () => {
  asked = 0;
  const app = new Hono();
  app.get('/own', async (context) => {
    asked++;
    return context.text((await isOwnUser(context.env, context.req.raw)) ? 'own' : 'other');
  });
  const options = { host: '127.0.0.1', port: 0, basicAuth: null, publicUrl: 'http://127.0.0.1:8090', allowedHosts: [] };
  const gateway = await openGateway(app, { ...options, newId: () => 'id', now: Date.now, graceMs: 0 });
  cleanUps.push(gateway.close);
  service = `http://127.0.0.1:${gateway.port}`;
});

const answerOf = (answered: string): Answer => {
  const status = Number(/^HTTP\/1\.\d (?!200 Connection)(\d+)/m.exec(answered)?.[1]);
  if (status !== 200) return status as Answer; // the table names every status that may come
  return /^own/m.test(answered.split('\r\n\r\n').slice(1).join('\n')) ? 'own' : 'other';
};

const get = (url: string, at: string, head = '', version = '1.1') =>
  `GET ${url} HTTP/${version}\r\nHost: ${new URL(at).host}\r\nConnection: close\r\n${head}\r\n`;

const direct = async (head = '', version = '1.1') => answerOf(await raw(service, get('/own', service, head, version)));

async function forwarding(as: 'record' | 'mock', where?: Destinations): Promise<string> {
  const reach = where ?? (await destinations({ service: new URL(service), listed: [] }));
  const shared = { onRefusal: () => {}, destinations: reach, downstream: new Map(), certificates: null, say: () => {} };
  const { recorder } = await record('http://127.0.0.1:9', { destinations: reach });
  const missed = { matched: false, reason: 'MOCKING_OFF', nearest: [], onMiss: 'passThrough' } as const;
  const counts = { answered: 0, passedThrough: 0, defaults: 0, missed: 0, refused: 0 };
  const matches = { match: async () => missed, matchStartup: async () => missed };
  const mock = mockHttp({
    matches,
    maxBodyBytes: 1000,
    startupPassThrough: false,
    counts,
    destinations: reach,
    now: Date.now,
  });
  cleanUps.push(mock.close);
  const proxy = forwardProxy({
    ...shared,
    answer: as === 'record' ? recorder.call : mock.answer,
    upgrade: recorder.passOn,
    tunnel: ['127.0.0.9'],
    tunnelsUnreadable: as === 'record',
  });
  cleanUps.push(proxy.close);
  return listen(proxy.server);
}

const absolute = async (proxy: string, url = service) => answerOf(await raw(proxy, get(`${url}/own`, url)));

async function throughConnect(proxy: string, url = service): Promise<Answer> {
  const { host } = new URL(url);
  const socket = connect(Number(new URL(proxy).port), '127.0.0.1');
  cleanUps.push(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  if (!String(first).includes(' 200 ')) return answerOf(String(first));
  socket.write(get('/own', url));
  return answerOf(await text(socket));
}

/** A reverse proxy of somebody else in front of the service. */
async function reverse(headers: IncomingHttpHeaders): Promise<Answer> {
  const proxy = await target((incoming, response) => {
    const sent = request(service, { path: incoming.url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    sent.end();
  });
  return answerOf(await raw(proxy, get('/own', proxy)));
}

describe.skipIf(!LINUX)('the origin of a request as the service sees it', () => {
  test.for<[way: string, expected: Answer, send: () => Promise<Answer>]>([
    ['directly', 'own', () => direct()],
    ['directly over HTTP/1.0, as nginx speaks to upstreams', 'other', () => direct('', '1.0')],
    ['directly with a whole URL', 'other', async () => answerOf(await raw(service, get(`${service}/own`, service)))],
    ['directly by a foreign Host', 421, async () => answerOf(await raw(service, get('/own', 'http://evil.test')))],
    ...[
      'Forwarded: for=1.2.3.4',
      'Via: 1.1 p',
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Proto: https',
      'X-Real-IP: 1.2.3.4',
    ]
      .concat(['CF-Connecting-IP: 1.2.3.4', 'True-Client-IP: 1.2.3.4', 'X-Original-Host: evil.test', 'CDN-Loop: x'])
      .map((line): [string, Answer, () => Promise<Answer>] => [`with ${line}`, 'other', () => direct(`${line}\r\n`)]),
    ['by a reverse proxy with X-Forwarded-For', 'other', () => reverse({ 'x-forwarded-for': '203.0.113.7' })],
    ['by a reverse proxy with Via', 'other', () => reverse({ via: '1.1 other' })],
    ['by a reverse proxy that keeps a foreign Host', 421, () => reverse({ host: 'shop.test' })],
    // Nothing tells it from a program of this user; docs/login.md says so.
    ['by a silent reverse proxy of the same user', 'own', () => reverse({})],
  ])('is for %s: %s', async ([, expected, send]) => {
    expect(await send()).toBe(expected);
  });
});

describe('the proxies of the product', () => {
  test.for<[way: string, send: () => Promise<Answer>]>([
    [
      'replay record in front of the service',
      async () => {
        const reach = await destinations({ service: new URL(service), listed: [new URL(service)] });
        const { base } = await record(service, { destinations: reach });
        return answerOf(await raw(base, get('/own', base)));
      },
    ],
    ['replay record, forward proxy', async () => absolute(await forwarding('record'))],
    ['replay record, CONNECT', async () => throughConnect(await forwarding('record'))],
    [
      'replay record, CONNECT that is passed on unread',
      async () => throughConnect(await forwarding('record'), service.replace('127.0.0.1', '127.0.0.9')),
    ],
    ['replay mock, forward proxy', async () => absolute(await forwarding('mock'))],
    ['replay mock, CONNECT', async () => throughConnect(await forwarding('mock'))],
    ['by localhost', async () => absolute(await forwarding('record'), service.replace('127.0.0.1', 'localhost'))],
    [
      'by another loopback address',
      async () => absolute(await forwarding('record'), service.replace('127.0.0.1', '127.1.2.3')),
    ],
    ['in IPv6', async () => absolute(await forwarding('record'), service.replace('127.0.0.1', '[::ffff:7f00:1]'))],
  ])('refuse the service: %s', async ([, send]) => {
    expect([await send(), asked]).toEqual([403, 0]);
  });

  test.skipIf(!LINUX).for<[way: string, send: () => Promise<Answer>]>([
    ['replay record', async () => answerOf(await raw((await record(service)).base, get('/own', service)))],
    ['the forward proxy of replay record', async () => absolute(await forwarding('record', ANYWHERE))],
    ['CONNECT of replay record', async () => throughConnect(await forwarding('record', ANYWHERE))],
    ['the forward proxy of replay mock', async () => absolute(await forwarding('mock', ANYWHERE))],
    ['CONNECT of replay mock', async () => throughConnect(await forwarding('mock', ANYWHERE))],
  ])('show a foreign request to a service that %s does not know as its own', async ([, send]) => {
    expect([await send(), asked]).toEqual(['other', 1]);
  });

  test('refuse loopback that is not listed, and reach listed addresses', async () => {
    let calls = 0;
    const other = await target((_, response) => response.end(String(++calls)));
    expect(await absolute(await forwarding('record'), other)).toBe(403);
    const reach = await destinations({ service: new URL(service), listed: [new URL(other)] });
    expect(await absolute(await forwarding('record', reach), other)).toBe('other');
    expect(calls).toBe(1);
  });

  test('add themselves to Via on both sides, outside of the recording', async () => {
    const seen: unknown[] = [];
    const application = await target(({ headers }, response) => {
      seen.push(headers.via);
      response.writeHead(200, { via: '1.0 inner' }).end('{}');
    });
    const { base, cases } = await record(application);
    const answered = await raw(base, get('/a', base, 'Via: 1.1 outer\r\nVia: 1.0 second\r\n'));
    expect(seen).toEqual(['1.1 outer, 1.0 second, 1.1 replay-record']);
    expect(answered).toMatch(/^via: 1\.0 inner, 1\.1 replay-record\r$/m);
    await expect.poll(() => cases.length).toBe(1);
    expect(JSON.stringify(cases)).not.toContain('replay-record');
  });
});
